/** What people read here. One place, so that translations can follow. */

/** Words as they stand. */
export const WORDS = {
  basebashRules: 'Basebash: rules',
  firstRealGame: 'First real game',
  leave: 'Leave',
  lesson: 'Lesson',
  next: 'Next',
  nowYou: 'Now you',
  onceMore: 'Once more',
  playARealGame: 'Play a real game',
  thatDidNotWork: 'That did not work.',
  theGuidedFirstGame: 'the guided first game',
  theQuickestWayInIs: 'The quickest way in is',
  theRulesInShort: 'The rules, in short',
  thisIsWhatItTeaches: '. This is what it teaches, to look up.',
  words: 'Words',
}

/** Words with names and numbers in them. */
export const TOLD = {
  another: (wanted: string): string => `A move of its own, but the lesson goes on with another: ${wanted}.`,
  lessonOf: (at: number, of: number): string => `Lesson ${at} of ${of}`,
}
