import { describe, expect, it } from 'vitest'
import { byTurn, glued, isFollowed, mergeLog, sentence, withoutSubject } from '@/game/log'
import type { LogLineView } from '@/protocol/types'

function line(kind: LogLineView['kind'], turn: number, player = 0, parts: LogLineView['parts'] = [kind]): LogLineView {
  return {
    kind,
    turn,
    player,
    after: 0,
    text: parts.map((part) => (typeof part === 'string' ? part : part.name)).join(''),
    parts,
  }
}

describe('the log', () => {
  it('keeps what came before and forgets what an undo took back', () => {
    const known = [line('play', 1), line('move', 1), line('draw', 1)]
    expect(mergeLog(known, 3, [line('vp', 1)]).map((entry) => entry.kind)).toEqual(['play', 'move', 'draw', 'vp'])
    expect(mergeLog(known, 1, [line('pass', 1)]).map((entry) => entry.kind)).toEqual(['play', 'pass'])
    expect(mergeLog(known, 0, [line('pass', 1)])).toHaveLength(1)
  })

  it('groups by turn, with the number of each line in the whole log', () => {
    const turns = byTurn([
      line('new base', 0, -1),
      line('turn', 1, 1),
      line('play', 1, 1),
      line('destroy', 1, 1),
      line('turn', 2, 0),
      line('draw', 2),
    ])
    expect(turns.map((turn) => [turn.turn, turn.player])).toEqual([
      [0, -1],
      [1, 1],
      [2, 0],
    ])
    expect(turns[1]!.rows.map((row) => [row.index, row.isSub])).toEqual([
      [2, false],
      [3, true],
    ])
  })

  it('leaves the subject out where the heading says it', () => {
    const parts = [{ player: 1, name: 'Mira' }, ' plays ', { card: 3, name: 'Tiki' }]
    expect(withoutSubject(parts, 1)).toEqual(['plays ', { card: 3, name: 'Tiki' }])
    expect(withoutSubject(parts, 0)).toEqual(parts)
    const possessive = [{ player: 1, name: 'Mira' }, "'s deck is shuffled"]
    expect(withoutSubject(possessive, 1)).toEqual(possessive)
  })

  it('keeps with a name what follows it without a space', () => {
    const parts = ['into ', { player: 1, name: 'Mira' }, "'s hand"]
    const told = glued(parts).map((piece) => (typeof piece === 'string' ? piece : piece.name + piece.tail))
    expect(told.join('')).toBe("into Mira's hand")
  })

  it('speaks to the viewer, adverb or not', () => {
    const parts = [{ player: 0, name: 'Ann' }, ' now controls ', { card: 3, name: 'Tiki' }]
    expect(sentence(line('control', 1, 0, parts), 0)).toBe('You now control Tiki')
    expect(sentence(line('control', 1, 0, parts), 1)).toBe('Ann now controls Tiki')
  })

  it('says "you" to whom it concerns, with the verb that goes with it', () => {
    const told = (parts: LogLineView['parts']): string => sentence(line('play', 1, 1, parts), 1)
    const me = { player: 1, name: 'Ann' }
    expect(told([me, ' plays ', { card: 3, name: 'Tiki' }])).toBe('You play Tiki')
    expect(told([me, ' passes'])).toBe('You pass')
    expect(told([me, ' has nothing left'])).toBe('You have nothing left')
    expect(told([me, "'s deck is shuffled"])).toBe('Your deck is shuffled')
    expect(told([{ player: 0, name: 'Ben' }, ' looks at ', me, '’s hand'])).toBe('Ben looks at your hand')
    expect(sentence(line('play', 1, 0, [me, ' plays']), null)).toBe('Ann plays')
  })

  it('leaves the subject to the heading only while nobody else has acted', () => {
    const rows = [line('play', 1, 1), line('discard', 1, 0), line('draw', 1, 1)].map((entry, index) => ({
      line: entry,
      index,
      isSub: false,
    }))
    const turn = { turn: 1, player: 1, rows }
    expect([0, 1, 2].map((at) => isFollowed(turn, at))).toEqual([true, true, false])
  })
})
