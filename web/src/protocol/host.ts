/**
 * Whoever runs the tables: the server that sent this page, or a web worker of this page on a static site. Both answer the
 * same requests and messages (docs/protocol.md); nothing outside this folder and `local` knows which one it is.
 */
import { LocalHost } from '@/local/local-host'
import { site } from '@/local/site'

/** A connection to a table: the part of a WebSocket that is used. */
export interface Line {
  readonly readyState: number
  onopen: ((event: Event) => unknown) | null
  onmessage: ((event: MessageEvent<string>) => unknown) | null
  onclose: ((event: CloseEvent) => unknown) | null
  send(text: string): void
  close(): void
}

export interface Host {
  /** Whether tables are out of reach while the browser is offline. */
  readonly needsNetwork: boolean
  /** Whether others are there too: people, links to tables, lists. If not, tables are kept and moved as files. */
  readonly isShared: boolean
  fetch(path: string, init: RequestInit): Promise<Response>
  /** A new line to a table. */
  connect(table: string): Line
  /** The rematch of a table is where the table is. */
  follow(before: string, after: string): void
}

class ServerHost implements Host {
  readonly needsNetwork = true
  readonly isShared = true

  fetch(path: string, init: RequestInit): Promise<Response> {
    return fetch(path, init)
  }

  connect(): Line {
    return new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`)
  }

  follow(): void {
    // All tables are there.
  }
}

export const host: Host = site ? new LocalHost(site) : new ServerHost()
