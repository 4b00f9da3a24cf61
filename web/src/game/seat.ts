/** A seat that this browser holds (or a spectator's): its model with its own connection. */
import { api } from '@/protocol/api'
import { host } from '@/protocol/host'
import { Connection } from '@/protocol/connection.svelte'
import type { State } from '@/protocol/types'
import { session, type Seat } from '@/account/session.svelte'
import { TableModel } from './table.svelte'

export class Place {
  readonly model: TableModel
  readonly connection: Connection
  readonly seat: Seat | null

  constructor(table: string, seat: Seat | null) {
    this.seat = seat
    this.model = new TableModel((message) => this.connection.send(message))
    this.model.history.load = async (step) => (await api.replay(table, step, null, seat?.token ?? null)).state
    this.connection = new Connection(
      () => ({ type: 'hello', table, token: seat?.token ?? null, since: this.model.log.length }),
      (message) => this.model.receive(message),
    )
  }
}

/** Who sat at a table has the same seats at the rematch, should there be one. */
export function followRematch(table: string, state: State): void {
  session.note(table, { name: state.name, over: state.over !== null })
  const again = state.over?.rematch
  const seats = session.seatsAt(table)
  if (again) host.follow(table, again)
  if (again && seats.length > 0 && session.seatsAt(again).length === 0) session.sit(again, state.name, seats)
}
