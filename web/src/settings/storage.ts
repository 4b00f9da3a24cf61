/** The browser's storage, which may be full, forbidden or damaged: then the page still works, it only forgets. */
export function load<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`basebash.${key}`)
    return text === null ? otherwise : (JSON.parse(text) as T)
  } catch {
    return otherwise
  }
}

export function save(key: string, value: unknown): void {
  try {
    localStorage.setItem(`basebash.${key}`, JSON.stringify(value))
  } catch {
    // Nothing to be done.
  }
}
