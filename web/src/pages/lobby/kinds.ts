/** The kinds of new tables, as they are named in the address of their set-up: /new/bots. */
export type KindOfTable = 'bots' | 'table' | 'device'

export function isKindOfTable(text: string): text is KindOfTable {
  return text === 'bots' || text === 'table' || text === 'device'
}
