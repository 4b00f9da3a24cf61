/** What `make site` writes into the page: where the parts of a game without a server are, and how large they are. */
export interface Site {
  version: string
  /** The files that Python needs, by what they are; all but the loader are compressed. */
  files: { loader: string; module: string; wasm: string; library: string; game: string; catalogue: string }
  /** The version of Python, as Pyodide describes it. */
  python: Record<string, string>
  /** What the tables do differently from a server's, by the names of docs/settings.md. */
  settings: Record<string, number>
  /** Servers that tell a browser its address outside of its network, for playing with friends; none if empty. */
  stun: string[]
  /** Bytes of the files that are downloaded before the first game, together. */
  bytes: number
}

function read(): Site | null {
  if (typeof document === 'undefined') return null
  const text = document.querySelector?.('script#site')?.textContent
  return text ? (JSON.parse(text) as Site) : null
}

/** Null in a page that a server has sent. */
export const site = read()
