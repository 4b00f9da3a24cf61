/** Tables as files, to keep them or to take them to another browser: the table, and who sits where. */
import { api } from '@/protocol/api'
import { session, type Seat } from './session.svelte'

interface Extra {
  name?: string
  seats?: Seat[]
}

export async function saveTable(id: string, name: string): Promise<Blob> {
  const file = await api.tableFile(id)
  return new Blob([JSON.stringify({ ...file, name, seats: session.seatsAt(id) })], { type: 'application/json' })
}

/** Adds the table of a file to those of this browser; returns its id. */
export async function openTable(text: string): Promise<string> {
  const file = parse(text)
  const { table } = await api.openFile(file)
  session.sit(table, file.name ?? '', file.seats ?? [])
  return table
}

/** What is not a file of ours is refused by the host, in its words. */
function parse(text: string): Extra {
  try {
    const found: unknown = JSON.parse(text)
    return found && typeof found === 'object' ? found : {}
  } catch {
    return {}
  }
}
