/** What the page and its workers say to each other. */
import type { Site } from './site'

export interface Answer {
  status: number
  type: string
  body: string
}

/** What is asked of whoever runs the tables. Lines and requests are known by numbers. */
export type Wish =
  | {
      kind: 'request'
      id: number
      method: string
      path: string
      headers: Record<string, string>
      body: string
      /** Whether a friend's page asks, and not the page that runs the tables. */
      isFriend?: boolean
    }
  | { kind: 'open' | 'close'; line: number }
  | { kind: 'say'; line: number; text: string }

/** What whoever runs the tables replies. */
export type Reply =
  | ({ kind: 'response'; id: number } & Answer)
  | { kind: 'said'; line: number; text: string }
  | { kind: 'hung-up'; line: number }

/** From the page to the worker that runs the tables. */
export type ToTables = { kind: 'start'; site: Site; base: string } | Wish

/** From the worker that runs the tables to the page. */
export type FromTables =
  | { kind: 'progress'; bytes: number }
  | { kind: 'starting' }
  | { kind: 'ready'; isStored: boolean }
  | { kind: 'failed'; reason: string }
  | Reply

/** From the worker that runs the tables to the one that thinks for bots. */
export type ToThinker = { kind: 'think'; site: Site; base: string } | { kind: 'job'; id: number; job: Uint8Array }

export type FromThinker = { kind: 'done'; id: number; result: Uint8Array } | { kind: 'failed'; reason: string }

/** The part of a worker's global scope that is used: TypeScript takes it for that of a page. */
export interface Port<Out, In> {
  onmessage: ((event: MessageEvent<In>) => void) | null
  postMessage(message: Out): void
}
