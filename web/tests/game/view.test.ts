import { describe, expect, it } from 'vitest'
import { pieces } from '@/catalogue/card-text'
import { NO_FILTER, search } from '@/catalogue/card-search'
import { glossed, termsIn } from '@/catalogue/glossary'
import { list, slug } from '@/strings/names'
import type { BaseInPlay, CardEntry, CardInPlay, Catalogue } from '@/protocol/types'
import { paysByPlace, podium, stackAlike, standings } from '@/game/view'

function base(totals: number[], places: number[], vp = [4, 2, 1], cards: CardInPlay[] = []): BaseInPlay {
  return {
    id: 1,
    name: 'Tortuga',
    breakpoint: 21,
    printed_breakpoint: 21,
    vp,
    totals,
    places,
    gains: totals.map(() => 0),
    counters: 0,
    cards,
    pressure: totals.reduce((a, b) => a + b, 0),
    buried: [],
  }
}

function minion(id: number, power: number, controller = 0): CardInPlay {
  return {
    id,
    name: 'Walker',
    kind: 'minion',
    owner: controller,
    controller,
    power,
    printed_power: 2,
    counters: 0,
    talents_used: [],
    cards: [],
  }
}

describe('a base', () => {
  it('ranks by power and leaves out who is not there', () => {
    expect(standings(base([3, 0, 7], [2, 0, 1])).map((row) => row.player)).toEqual([2, 0])
  })

  it('seats a tie together and strikes the next prize', () => {
    const prizes = podium(base([5, 5, 2], [1, 1, 3]))
    expect(prizes.map((prize) => prize.players)).toEqual([[0, 1], [], [2]])
    expect(prizes.map((prize) => prize.isVoid)).toEqual([false, true, false])
  })

  it('keeps a prize open that nobody has come for', () => {
    expect(podium(base([5, 0], [1, 0])).map((prize) => prize.isVoid)).toEqual([false, false, false])
  })

  it('shows what each player gains where the places alone do not decide it', () => {
    expect(paysByPlace({ ...base([5, 3], [1, 2]), gains: [4, 2] })).toBe(true)
    expect(paysByPlace({ ...base([5, 3], [1, 2]), gains: [4, 3] })).toBe(false)
    expect(paysByPlace(base([5, 3], [1, 2], []))).toBe(false)
  })

  it('stacks what is alike, but never what can be picked', () => {
    expect(stackAlike([minion(1, 2), minion(2, 2), minion(3, 3)], () => false).map((stack) => stack.ids)).toEqual([
      [1, 2],
      [3],
    ])
    expect(stackAlike([minion(1, 2), minion(2, 2)], () => true)).toHaveLength(2)
  })
})

describe('words', () => {
  it('sets the words that start an ability in bold', () => {
    expect(
      pieces('Play on a minion. Ongoing: It has +2 power.')
        .filter((piece) => piece.strong)
        .map((piece) => piece.text),
    ).toEqual(['Play on a minion.', 'Ongoing:'])
    expect(pieces('You may destroy a minion.').every((piece) => !piece.strong)).toBe(true)
  })

  it('finds the terms that a text uses', () => {
    expect(termsIn('Talent: Move this minion.').map((term) => term.word)).toEqual(
      expect.arrayContaining(['Talent', 'Move', 'Minion']),
    )
  })

  it('makes names', () => {
    expect(slug("Grimms' Fairy Tales")).toBe('grimms-fairy-tales')
    expect(list(['a', 'b', 'c'])).toBe('a, b and c')
  })
})

describe('the gallery', () => {
  const card = (name: string, change: Partial<CardEntry>): CardEntry => ({
    key: name,
    name,
    kind: 'minion',
    power: 2,
    copies: 1,
    text: '',
    rulings: [],
    faction: 'Ghosts',
    set: 'S',
    plays_on: '',
    breakpoint: 0,
    vp: [],
    talent: false,
    special: false,
    ongoing: false,
    ...change,
  })
  const cards = [
    card('Séance', { kind: 'action', text: 'Draw.' }),
    card('Ghost', { power: 2 }),
    card('Spectre', { power: 5, special: true }),
  ]
  const catalogue: Catalogue = {
    version: '',
    factions: [
      {
        name: 'Ghosts',
        set: 'S',
        intro: '',
        summary: '',
        difficulty: 4,
        tags: [],
        icon: 'ghost',
        ink: '#4d5d94',
        pop: '#e8f1ff',
        hyphenated: 'Ghosts',
        partner: null,
        pack: '',
        cards: [],
        bases: [],
        titans: [],
      },
    ],
    supplies: [],
    difficulties: [],
    tags: [],
    cards: Object.fromEntries(cards.map((entry) => [entry.name, entry])),
    sets: [],
    editions: [],
    levels: [],
  }

  it('searches without regard to accents and case, every word', () => {
    expect(search(catalogue, { ...NO_FILTER, text: 'seance DRAW' }).map((entry) => entry.name)).toEqual(['Séance'])
  })

  it('filters by kind, power and ability, minions first and strongest first', () => {
    expect(search(catalogue, NO_FILTER).map((entry) => entry.name)).toEqual(['Spectre', 'Ghost', 'Séance'])
    expect(search(catalogue, { ...NO_FILTER, has: 'special' }).map((entry) => entry.name)).toEqual(['Spectre'])
    expect(search(catalogue, { ...NO_FILTER, power: '2' }).map((entry) => entry.name)).toEqual(['Ghost'])
  })
})

describe('words that explain themselves', () => {
  it('cuts a text at the words of the game, with the mark after them', () => {
    const pieces = glossed('Play a Special before the base scores?')
    expect(pieces.map((piece) => piece.term?.word ?? piece.text)).toEqual([
      'Play a ',
      'Special',
      ' before the ',
      'Base',
      ' ',
      'Score',
    ])
    expect(pieces.at(-1)).toMatchObject({ text: 'scores', tail: '?' })
    expect(pieces.map((piece) => piece.text + piece.tail).join('')).toBe('Play a Special before the base scores?')
  })
})
