/** The words of the game, explained in our own words. `pattern` finds them in card texts. */
export interface Term {
  word: string
  meaning: string
  pattern: RegExp
}

function term(word: string, pattern: RegExp, meaning: string): Term {
  return { word, pattern, meaning }
}

export const GLOSSARY: Term[] = [
  term(
    'Action',
    /\baction/i,
    'A card without power. One a turn is free. A standard action does what it says and is discarded; others stay on a base or minion.',
  ),
  term(
    'Affect',
    /\baffect/i,
    'To move, return, destroy, place, shuffle, transfer or take control of a card, to change its power, to cancel it, or to put an action on it.',
  ),
  term(
    'Attached',
    /\b(?:on a minion|on it|on one of your minions)\b/i,
    'An action that lies on a minion or base. It leaves when what it lies on leaves.',
  ),
  term(
    'Base',
    /\bbase\b/i,
    'A place to fight over. Its power needed (the breakpoint), its prizes and its own rule are printed on it.',
  ),
  term(
    'Base deck',
    /\bbase deck\b/i,
    'The bases that are not in play yet. When a base has scored, its top card takes the place.',
  ),
  term('Box', /\bthe box\b/i, 'Where cards go that are out of the game. They don’t come back.'),
  term('Breakpoint', /\bbreakpoint/i, 'The power that all players together need at a base for it to score.'),
  term(
    'Bury',
    /\bbur(?:y|ied|ies)\b/i,
    'To lay a card face down at a base. It has no power there and cannot be affected; only its owner may look at it.',
  ),
  term('Cancel', /\bcancel/i, 'The abilities printed on the card do not exist for as long as it is cancelled.'),
  term(
    'Clash',
    /\bclash/i,
    'Two titans cannot stay at one base: their players compare power there, the weaker one’s titan is removed. In a tie the one that was there first stays.',
  ),
  term('Coin', /\bcoin/i, 'Heads or tails, by chance. What it decides is said before.'),
  term(
    'Control',
    /\bcontrol/i,
    'Who a card in play fights for. “Your” minion is one you control, even if somebody else owns it.',
  ),
  term('Counter', /\bcounter/i, 'A +1 power counter stays on a minion for as long as that minion is in play.'),
  term(
    'Destroy',
    /\bdestroy/i,
    'Put a card from play into its owner’s discard pile. Cards that leave with a scored base are not destroyed.',
  ),
  term(
    'Discard pile',
    /\bdiscard/i,
    'Where used cards lie, face up. Everybody may look through every pile at any time.',
  ),
  term(
    'Draw',
    /\bdraw\b/i,
    'Take the top card of your deck into your hand. If your deck is empty, your discard pile is shuffled to make a new one.',
  ),
  term(
    'Duel',
    /\bduel/i,
    'Two minions at a base are compared. Each side may lay a card face down; both are turned up, and who is stronger wins.',
  ),
  term(
    'Extra',
    /\bextra (?:minion|action|card)/i,
    'A card played beyond the free one of its kind. It can be played at once, or saved for later in Play Cards where the rules allow.',
  ),
  term('Faction', /\bfaction/i, 'Twenty cards that belong together. Two of them, shuffled, are a deck.'),
  term(
    'Gain VP',
    /\bVP\b|\bvictory points?\b/i,
    'Victory points. At the end of a turn in which somebody has enough, the player with the most wins.',
  ),
  term('Hand', /\bhand\b/i, 'Your cards. At the end of drawing you keep at most ten.'),
  term('Here', /\bhere\b/i, 'At the base where this card is, or at this very base.'),
  term(
    'Madness',
    /\bMadness\b/,
    'Cards without a faction from a deck of their own. At the end every two that somebody has, anywhere, cost 1 VP.',
  ),
  term('May', /\bmay\b/i, 'You decide. Anything without “may”, “up to” or “any number” must be done.'),
  term(
    'Minion',
    /\bminion/i,
    'A card with power. It goes to a base and counts there for the player who controls it. One a turn is free.',
  ),
  term(
    'Monster',
    /\bmonster/i,
    'It comes with a base and belongs to nobody. Its power raises the breakpoint; who destroys it leaves treasures behind.',
  ),
  term(
    'Move',
    /\bmove/i,
    'Bring a minion from one base to another. That is not playing: nothing that happens “when played” happens.',
  ),
  term('Ongoing', /\bOngoing\b/, 'Counts for as long as the card is in play.'),
  term(
    'Own',
    /\bown(?:s|er|ers)?\b/i,
    'Whose deck the card came from. When it leaves play it goes to its owner, whoever controlled it.',
  ),
  term('Place', /\bplace\b/i, 'Put a card somewhere. It is neither played, drawn nor discarded.'),
  term('Power', /\bpower\b/i, 'A minion’s strength. All that changes it is added up; it never falls below 0.'),
  term('Printed power', /\bprinted power\b/i, 'The number on the card, whatever has been added or taken since.'),
  term('Return', /\breturn/i, 'Put a card from play back into its owner’s hand.'),
  term('Reveal', /\breveal/i, 'Show a card to everyone.'),
  term('Runner-up', /\brunner-up\b/i, 'Whoever takes second place when a base scores.'),
  term(
    'Score',
    /\bscore/i,
    'A base with enough power pays its prizes at the end of Play Cards, then goes away with every card on it.',
  ),
  term('Search', /\bsearch/i, 'Look through the whole pile or deck for a card. A deck is shuffled afterwards.'),
  term('Shuffle', /\bshuffle/i, 'Mix. What was known about the order is known no more.'),
  term(
    'Special',
    /\bSpecials?\b/,
    'Can be used at an unusual time, such as right before or after a base scores: the text says when.',
  ),
  term(
    'Standard action',
    /\bstandard action/i,
    'An action that is not played on anything. It is discarded after it has done what it says.',
  ),
  term(
    'Stasis',
    /\bstasis\b/i,
    'A card beside its player, with counters that go one by one. When the last is gone it can be played.',
  ),
  term('Store', /\bstor(?:e|ed|es)\b/i, 'To lay a card face down under another one, to be taken from there later.'),
  term('Swap', /\bswap/i, 'Two cards change places: each goes exactly where the other was.'),
  term('Talent', /\btalent/i, 'Can be used once in each of your turns, while you play cards.'),
  term('Tie', /\bti(?:e|ed)\b/i, 'All who tie take the better place. The places below are used up.'),
  term(
    'Titan',
    /\btitan/i,
    'A card beside the deck that comes into play by its own condition. A player has at most one in play; it cannot be affected as a minion can.',
  ),
  term(
    'Treasure',
    /\btreasure/i,
    'What monsters leave behind. When the base scores they are dealt out by turns, the winner first.',
  ),
  term('Uncover', /\buncover/i, 'To turn a buried card up: it is played at once, there where it lay.'),
  term('Winner', /\bwinner/i, 'Whoever takes first place when a base scores; all of them, if they tie.'),
]

/** The phases of a turn, as the track at the top names them. */
export const PHASES: Record<string, Term> = {
  start: term(
    'Start',
    /^$/,
    'The turn begins: what lasts until your turn ends now, and what happens at the start of a turn happens.',
  ),
  play: term(
    'Play',
    /^$/,
    'Up to one minion and one action for free, in any order, every talent once, and the extra cards that abilities give. Nothing has to be played.',
  ),
  score: term(
    'Score',
    /^$/,
    'Every base whose total power has reached its breakpoint scores: Specials, prizes, then a new base.',
  ),
  draw: term('Draw', /^$/, 'Two cards. Whoever then holds more than ten discards down to ten.'),
  end: term('End', /^$/, 'What lasts until the end of the turn ends, and the winner is looked for.'),
}

export interface Piece {
  text: string
  term: Term | null
  /** What must not be torn from a word: the mark after it. */
  tail: string
}

/** A text cut where words of the game stand in it, each the first time it comes. The longest word wins. */
export function glossed(text: string): Piece[] {
  const found = GLOSSARY.flatMap((term) => {
    const match = term.pattern.exec(text)
    return match ? [{ term, start: match.index, end: match.index + match[0].length }] : []
  }).sort((a, b) => a.start - b.start || b.end - a.end)
  const pieces: Piece[] = []
  let at = 0
  for (const { term, start, end } of found) {
    if (start < at) continue
    // The pattern may end in the middle of a word: "minion|s".
    const stop = end + (/^\w*/.exec(text.slice(end))?.[0].length ?? 0)
    const tail = /^[.,:;?!)’”]*/.exec(text.slice(stop))?.[0] ?? ''
    if (start > at) pieces.push({ text: text.slice(at, start), term: null, tail: '' })
    pieces.push({ text: text.slice(start, stop), term, tail })
    at = stop + tail.length
  }
  if (at < text.length) pieces.push({ text: text.slice(at), term: null, tail: '' })
  return pieces
}

export function termsIn(text: string): Term[] {
  return GLOSSARY.filter((entry) => entry.pattern.test(text))
}

export interface Chapter {
  id: string
  title: string
  paragraphs: string[]
}

export const RULES: Chapter[] = [
  {
    id: 'goal',
    title: 'The idea',
    paragraphs: [
      'Everyone shuffles two factions of twenty cards into one deck. Pirate ninjas, robot dinosaurs: anything goes.',
      'You send minions to bases. When a base holds enough power it scores, and those who are strongest there take its prizes. At the end of a turn in which somebody has 15 victory points or more, the player with the most wins. If the lead is tied, you play on until it is not.',
    ],
  },
  {
    id: 'setup',
    title: 'Setting up',
    paragraphs: [
      'One base more than there are players lies face up. Everyone draws five cards. A first hand without minions may be shown and exchanged once.',
      'Factions are random, chosen, or drafted: one each in turn, then a second each in reverse order.',
    ],
  },
  {
    id: 'turn',
    title: 'Your turn',
    paragraphs: [
      'Start: what lasts until your turn ends now; what happens at the start happens.',
      'Play: up to one minion and one action for free, in any order, and every talent you have once. Extra cards that abilities give come on top. You need not play anything.',
      'Score: every base whose total power has reached its breakpoint scores.',
      'Draw: two cards. If you then hold more than ten, discard down to ten.',
      'End: what lasts until the end of the turn ends, and the winner is looked for.',
    ],
  },
  {
    id: 'cards',
    title: 'Playing cards',
    paragraphs: [
      'A minion goes to a base. Its ability happens as it arrives; if it moves later, it does not happen again.',
      'An action does what it says. Most are then discarded. Some are played on a base or a minion and stay there.',
      'What a card says must be done, even if it hurts you, unless it says “may”, “up to” or “any number”. “Can’t” beats “can”. If several things happen at once, the player whose turn it is picks the order.',
      'A card may be played even if its ability can do nothing at the moment.',
    ],
  },
  {
    id: 'scoring',
    title: 'Scoring a base',
    paragraphs: [
      'Before a base scores, abilities and Specials that say so may be used: first those of cards in play, then, clockwise from the player whose turn it is, cards from hand, until everyone has passed in a row. It scores even if its power has dropped meanwhile.',
      'The most power takes the first prize, then the second and third. To take a prize you need a minion or at least 1 power there. All who tie take the better prize, and the ones below are used up.',
      'Then comes what happens after scoring. At last all cards there go to their owners’ discard piles, and a new base is turned up.',
    ],
  },
  {
    id: 'power',
    title: 'Power',
    paragraphs: [
      'All changes are added to the printed power. It never falls below 0, but what pulled it down still counts when something is added.',
      'Open any minion or base to read why its number is what it is.',
    ],
  },
  {
    id: 'control',
    title: 'Yours and mine',
    paragraphs: [
      'A minion counts for the player who controls it. A card that leaves play always goes to its owner. Controlling a minion is not controlling the actions on it.',
      'Hands and decks are secret, their sizes are not. Discard piles are open to everyone.',
    ],
  },
]
