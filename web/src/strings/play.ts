/** Texts of pairing and of the live games. */
import { plural } from './names'

/** Fixed texts. */
export const TEXT = {
  title: 'Basebash: play someone now',
  heading: 'Play someone now',
  how: 'You are paired with somebody near your rating. The game has two minutes an answer and random factions.',
  found: 'There is an opponent. Here we go!',
  botOffer: 'Nobody is here yet. Play a bot instead?',
  playBot: 'Play a bot',
  stop: 'Stop waiting',
  watchMeanwhile: 'Watch a game instead',
  watchTitle: 'Basebash: live games',
  watchHeading: 'Live games',
  watchNone: 'No listed game is being played right now.',
  watch: 'Watch',
  bot: 'bot',
  failed: 'That did not work.',
}

/** Texts with names or numbers in them. */
export const FORMAT = {
  waiting: (seconds: number): string => `Looking for an opponent … ${seconds} s`,
  vp: (points: number): string => `${points} VP`,
  turn: (turn: number): string => `turn ${turn}`,
  watching: (count: number): string => plural(count, 'spectator'),
}
