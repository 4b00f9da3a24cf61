import { beforeEach, describe, expect, it } from 'vitest'
import { toasts } from '@/effects/toasts.svelte'
import { Chat } from '@/game/chat.svelte'
import type { ChatLine } from '@/protocol/types'

const line = (about: Partial<ChatLine>): ChatLine =>
  ({ type: 'chat', seat: 1, name: 'Ben', text: 'Hello', kind: 'talk', ...about }) as ChatLine
const shown = (): string[] => toasts.shown.map((toast) => toast.text)

beforeEach(() => {
  toasts.shown = []
})

describe('the chat', () => {
  it('counts and announces what others say while it is closed', () => {
    const chat = new Chat({ me: 0, tableId: 'abc', isChatOpen: false })
    chat.receive(line({ text: 'Nice' }))
    expect([chat.unread, shown()]).toEqual([1, ['Ben: Nice']])
  })

  it('is silent while it is open, and about one’s own messages', () => {
    const open = new Chat({ me: 0, tableId: 'abc', isChatOpen: true })
    open.receive(line({}))
    const own = new Chat({ me: 1, tableId: 'abc', isChatOpen: false })
    own.receive(line({}))
    expect([open.unread, own.unread, shown()]).toEqual([0, 0, []])
    expect(open.lines).toHaveLength(1)
  })

  it('shows notices without counting them, and addresses a nudge to the one who is meant', () => {
    const chat = new Chat({ me: 0, tableId: 'abc', isChatOpen: false })
    chat.receive(line({ kind: 'notice', text: 'Cleo watches.' }))
    chat.receive(line({ kind: 'nudge', seat: 1, text: 'Ann is waiting for Ben.' }))
    expect([chat.unread, shown()]).toEqual([0, ['Cleo watches.', 'Ann is waiting for Ben.']])
    chat.receive(line({ kind: 'nudge', seat: 0, text: 'Ben is waiting for Ann.' }))
    expect(shown()).toHaveLength(3)
    expect(shown()[2]).not.toContain('Ann')
  })

  it('keeps quiet about the own words of a muted player', () => {
    const chat = new Chat({ me: 0, tableId: 'abc', isChatOpen: false })
    chat.toggleMuted(1)
    chat.receive(line({}))
    chat.receive(line({ seat: 2, name: 'Cleo' }))
    expect([chat.unread, shown()]).toEqual([1, ['Cleo: Hello']])
    chat.receive(line({ kind: 'phrase', text: 'Thanks' }))
    chat.toggleMuted(1)
    chat.receive(line({}))
    expect(chat.unread).toBe(3)
  })

  it('keeps the latest 200 messages', () => {
    const chat = new Chat({ me: 0, tableId: 'abc', isChatOpen: true })
    for (let i = 0; i < 205; i++) chat.receive(line({ text: String(i) }))
    expect([chat.lines.length, chat.lines[0]!.text, chat.lines.at(-1)!.text]).toEqual([200, '5', '204'])
  })
})
