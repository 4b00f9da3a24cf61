import { describe, expect, it } from 'vitest'
import { piecesOf } from '@/game/links'

const linksIn = (text: string): string[] => piecesOf(text).flatMap(({ href }) => (href ? [href] : []))

describe('addresses in the chat', () => {
  it('are found between words, without the punctuation around them', () => {
    expect(piecesOf('See https://example.org/a?b=1, Ben!')).toEqual([
      { text: 'See ', href: null },
      { text: 'https://example.org/a?b=1', href: 'https://example.org/a?b=1' },
      { text: ', Ben!', href: null },
    ])
    expect(linksIn('(http://example.org/x)')).toEqual(['http://example.org/x'])
  })

  it('are of the web only', () => {
    expect(linksIn('javascript:alert(1) data:text/html,x ftp://example.org example.org')).toEqual([])
  })

  it('leave a text without any as it is', () => {
    expect(piecesOf('Good game')).toEqual([{ text: 'Good game', href: null }])
    expect(piecesOf('')).toEqual([])
  })
})
