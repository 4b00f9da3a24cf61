/** What people read here. One place, so that translations can follow. */

/** Words as they stand. */
export const WORDS = {
  aCardFaceDown: 'A card, face down',
  baseInFront: 'Base in front',
  bases: 'Bases',
  basesInPlay: 'Bases in play',
  buried: 'Buried',
  counters: 'counters',
  faceDown: ', face down',
  ifItScoredNow: 'If it scored now',
  monsters: 'Monsters',
  n1PowerCounters: '+1 power counters',
  nobodyHereYet: 'Nobody here yet',
  othersSeeOnlyItsBack: 'Others see only its back',
  paysByItsOwnRule: 'Pays by its own rule',
  power: 'power',
  powerCounters: 'power counters',
  printed: 'printed,',
  titan: 'Titan',
  usedUpByTheTie: 'used up by the tie',
  usedUpByTheTie2: 'Used up by the tie',
  victoryPoints: 'victory points',
  withMonsters: 'with monsters',
  you: 'You',
}
