/** Texts that belong to no single page: the connection, automatic answers, names. */

/** Fixed texts. */
export const TEXT = {
  aboutToScore: 'a base is about to score',
  answer: 'Answer',
  yourTurn: 'Your turn',
  serverUnreachable: 'The server can’t be reached. Try again in a moment.',
  card: 'Card',
  decline: { special: 'Pass', yes: 'No', play: 'Not now' } as Record<string, string>,
  factionsBy: {
    random: 'Random factions',
    draft: 'Factions by draft',
    choose: 'Everyone picks',
    chosen: 'Factions chosen',
  },
  hintsForAll: 'Hints for all',
  kinds: { minion: 'Minion', action: 'Action', base: 'Base', titan: 'Titan', card: 'Minion or action' } as Record<
    string,
    string
  >,
  nobody: 'Nobody',
  none: 'None',
  failed: 'That did not work.',
  nudge: 'The others wait for you.',
  rulesAsSource: 'The rules',
  turnEnded: 'Nothing left to play: turn ended',
  you: 'You',
}

/** A time in its largest unit, rounded down. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min`
  return seconds < 2 * 86_400 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} days`
}

/** Texts with names or numbers in them. */
export const FORMAT = {
  newTable: (name: string): string => `A game of yours has begun: ${name || 'a table'}. It is among your tables.`,
  left: (seconds: number): string => `${duration(seconds)} left`,
  clockDays: (days: number): string => `${days} ${days === 1 ? 'day' : 'days'} a turn`,
  clockSeconds: (seconds: number): string => `${duration(seconds)} an answer`,
  again: (card: string, answer: 'yes' | 'no'): string => `${card}: ${answer} again`,
  alike: (what: string): string => `${what}: all alike, in any order`,
  always: (card: string, answer: 'yes' | 'no'): string => `${card}: always ${answer}`,
  editionRules: (edition: number): string => `${edition} rules`,
  onlyChoice: (what: readonly string[]): string => `Only choice: ${what.join(', ')}`,
  player: (seat: number): string => `Player ${seat}`,
  resigned: (name: string): string => `${name} has resigned. A bot plays on.`,
  serverRefused: (status: number): string => `The server said no (${status}).`,
  fromPool: (count: number): string => `from ${count} factions`,
  withPack: (pack: string): string => `Pack ${pack}, not rated`,
  toWin: (points: number): string => `${points} VP to win`,
  yesTo: (question: string, what: string): string => `${question} Yes: ${what}`,
}
