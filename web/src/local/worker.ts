/** The web workers of a site. The first runs the tables; it starts the second, which thinks for bots and replays. */
import type { FromTables, FromThinker, Port, ToTables, ToThinker } from './messages'
import { runTables } from './tables'
import { think } from './thinker'

const outside = globalThis as unknown as Port<FromTables & FromThinker, ToTables | ToThinker>

outside.onmessage = ({ data }) => {
  if (data.kind === 'start') void runTables(data.site, data.base, outside as Port<FromTables, ToTables>)
  else if (data.kind === 'think') void think(data.site, data.base, outside as Port<FromThinker, ToThinker>)
}
