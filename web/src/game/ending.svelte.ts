/** The end of a game as somebody at the table lives to see it: a burst, then its story. */
export class Ending {
  /** It has ended before the eyes of this browser, which has not shown that yet. */
  isDue = $state(false)
  /** Called as soon as the end is known, while the last base still scores: gets the story ready. */
  prepare: () => void = () => undefined

  expect(): void {
    this.isDue = true
    this.prepare()
  }

  done(): void {
    this.isDue = false
  }
}
