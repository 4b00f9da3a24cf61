import { describe, expect, it } from 'vitest'
import { initials } from '@/game/initials'

describe('the letters on badges', () => {
  it('are the first ones where those differ', () => {
    expect(initials(['Ann', 'ben', 'Élodie', ''])).toEqual(['A', 'B', 'É', '?'])
  })

  it('get a second one where two players share the first', () => {
    expect(initials(['Ann', 'Al', 'Ben'])).toEqual(['An', 'Al', 'B'])
    expect(initials(['Ann', 'Anna', 'Ann 2'])).toEqual(['An', 'Aa', 'A2'])
  })

  it('are never the same at one table', () => {
    for (const names of [
      ['Guest', 'Guest 2', 'Guest 3', 'Guest 4'],
      ['A', 'a', 'A', 'A'],
      ['Bo', 'bo', 'Bob', 'B'],
    ])
      expect(new Set(initials(names)).size).toBe(names.length)
  })
})
