/** A seat that this browser holds (or a spectator's): its model with its own connection. */
import { api } from './api'
import { Connection } from './connection.svelte'
import type { Seat } from './session.svelte'
import { TableModel } from './table.svelte'

export class Place {
  readonly model: TableModel
  readonly connection: Connection
  readonly seat: Seat | null

  constructor(table: string, seat: Seat | null) {
    this.seat = seat
    this.model = new TableModel((message) => this.connection.send(message))
    this.model.past = async (step) => (await api.past(table, step, seat?.token ?? null)).state
    this.connection = new Connection(
      () => ({ type: 'hello', table, token: seat?.token ?? null, since: this.model.log.length }),
      (message) => this.model.receive(message),
    )
  }
}
