/** Records in IndexedDB: what `basebash.browser.worker.Database` describes. A write returns once it is on disk. */

type Key = [kind: string, table: string, number: number]

interface Change {
  kind: 'add' | 'put' | 'replace' | 'delete'
  key: Key
  text: string
  expected: string
}

const STORE = 'records'

export interface Database {
  write(changes: string): Promise<string>
  read(kind: string, table?: string | null, first?: number): Promise<string>
  close(): void
}

/** Null if the browser stores nothing, as in some private windows. */
export async function openDatabase(): Promise<Database | null> {
  try {
    return new IndexedRecords(await open())
  } catch {
    return null
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open('basebash', 1)
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE)
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error ?? new Error('IndexedDB'))
  })
}

class IndexedRecords implements Database {
  constructor(private readonly database: IDBDatabase) {
    // A newer version of the site may change the database: the next call fails, and the page says so.
    database.onversionchange = () => database.close()
  }

  async write(changes: string): Promise<string> {
    try {
      return await this.change(JSON.parse(changes) as Change[])
    } catch (error) {
      return why(error)
    }
  }

  async read(kind: string, table?: string | null, first = 0): Promise<string> {
    try {
      const range =
        table == null
          ? IDBKeyRange.bound([kind], [kind, []], false, true)
          : IDBKeyRange.bound([kind, table, first], [kind, table, []], false, true)
      const store = this.database.transaction(STORE).objectStore(STORE)
      const [keys, texts] = await Promise.all([result(store.getAllKeys(range)), result(store.getAll(range))])
      return JSON.stringify(keys.map((key, i) => [key, texts[i] as string]))
    } catch (error) {
      return JSON.stringify(why(error))
    }
  }

  close(): void {
    this.database.close()
  }

  /** All changes or none, in one transaction. */
  private change(changes: Change[]): Promise<string> {
    const transaction = this.database.transaction(STORE, 'readwrite', { durability: 'strict' })
    const store = transaction.objectStore(STORE)
    let isTaken = false
    const refuse = (): void => {
      isTaken = true
      transaction.abort()
    }
    for (const { kind, key, text, expected } of changes) {
      if (kind === 'delete') store.delete(key)
      else if (kind === 'put') store.put(text, key)
      else {
        const known = store.get(key)
        known.onsuccess = () => {
          if (isTaken) return
          if (kind === 'add' ? known.result === undefined : known.result === expected) store.put(text, key)
          else refuse()
        }
      }
    }
    return new Promise((resolve) => {
      transaction.oncomplete = () => resolve('')
      transaction.onabort = () => resolve(isTaken ? 'taken' : why(transaction.error))
    })
  }
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
  })
}

function why(error: unknown): string {
  return error instanceof DOMException ? error.name : String(error)
}
