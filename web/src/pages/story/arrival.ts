/** Which story is opened by the end of its game, and not by a link. */
class Arrival {
  private id = ''

  /** The next story that opens comes from the burst at the end of its game. */
  announce(id: string): void {
    this.id = id
  }

  take(id: string): boolean {
    const isIt = this.id === id
    this.id = ''
    return isIt
  }
}

export const arrival = new Arrival()
