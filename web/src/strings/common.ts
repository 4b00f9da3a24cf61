/** What is said by what no folder of components owns: the connection, settings that answer, names. One place, so that translations can follow. */

/** Words as they stand. */
export const WORDS = {
  aboutToScore: 'a base is about to score',
  answer: 'Answer',
  yourTurn: 'Your turn',
  cantBeReached: 'The server can’t be reached. Try again in a moment.',
  card: 'Card',
  decline: { special: 'Pass', yes: 'No', play: 'Not now' } as Record<string, string>,
  factionsBy: { random: 'Factions by lot', draft: 'Factions by draft', chosen: 'Factions chosen' },
  hintsForAll: 'Hints for all',
  kinds: { minion: 'Minion', action: 'Action', base: 'Base', titan: 'Titan', card: 'Minion or action' } as Record<
    string,
    string
  >,
  none: 'None',
  thatDidNotWork: 'That did not work.',
  theOthersWait: 'The others wait for you.',
  theRules: 'The rules',
  turnEnded: 'Nothing left to play: turn ended',
  you: 'You',
}

/** Words with names and numbers in them. */
export const TOLD = {
  left: (seconds: number): string =>
    `${seconds < 60 ? `${seconds} s` : seconds < 7200 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`} left`,
  again: (card: string, answer: 'yes' | 'no'): string => `${card}: ${answer} again`,
  alike: (what: string): string => `${what}: all alike, in any order`,
  always: (card: string, answer: 'yes' | 'no'): string => `${card}: always ${answer}`,
  editionRules: (edition: number): string => `${edition} rules`,
  onlyChoice: (what: readonly string[]): string => `Only choice: ${what.join(', ')}`,
  player: (seat: number): string => `Player ${seat}`,
  resigned: (name: string): string => `${name} has resigned. A bot plays on.`,
  saidNo: (status: number): string => `The server said no (${status}).`,
  toWin: (points: number): string => `${points} VP to win`,
  yesTo: (question: string, what: string): string => `${question} Yes: ${what}`,
}
