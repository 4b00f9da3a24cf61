/** Fits what is at a base into its column: what has no room is shortened, then folded, and what is hidden is counted. */

/** What a lane that has no room gives up, in this order: lines of its ability texts, all of them, the height of rows. */
const STEPS = ['two', 'snug', 'full']
const MARKS = [...STEPS, 'folded', 'wrapped']
/** A folded lane that saves less than this stays as it is, in pixels. */
const LEAST_SAVED = 8
/** The width of a count of hidden minions, in pixels. */
const COUNT_WIDTH = 30

function isOver(lanes: HTMLElement): boolean {
  return lanes.scrollHeight > lanes.clientHeight + 4
}

/** Folds a lane into a line, if that saves room; what does not fit into the line is counted. */
function fold(lane: HTMLElement): void {
  const before = lane.offsetHeight
  lane.classList.add('folded')
  const minions = lane.querySelector<HTMLElement>('.mins')
  if (minions) countHidden(minions)
  if (before - lane.offsetHeight < LEAST_SAVED) unfold(lane)
}

function unfold(lane: HTMLElement): void {
  lane.classList.remove('folded')
  const minions = lane.querySelector<HTMLElement>('.mins')
  minions?.removeAttribute('data-hidden')
  for (const minion of minions?.querySelectorAll('.out') ?? []) minion.classList.remove('out')
}

function countHidden(minions: HTMLElement): void {
  const rows = [...minions.querySelectorAll<HTMLElement>(':scope > .minion')]
  const room = minions.clientWidth
  const last = rows.at(-1)
  const end = (row: HTMLElement): number => row.offsetLeft + row.offsetWidth - minions.offsetLeft
  if (!last || end(last) <= room + 1) return
  const out = rows.filter((row) => end(row) > room - COUNT_WIDTH)
  for (const row of out) row.classList.add('out')
  minions.dataset.hidden = `+${out.reduce((sum, row) => sum + Number(row.dataset.count ?? 1), 0)}`
}

/** Shows ability texts in full where the column has room left. */
function lengthen(lanes: HTMLElement): void {
  for (const text of lanes.querySelectorAll<HTMLElement>('.m-text')) {
    if (text.scrollHeight <= text.clientHeight + 1) continue
    const minion = text.closest('.minion')
    minion?.classList.add('whole')
    if (isOver(lanes)) minion?.classList.remove('whole')
  }
}

/** Rivals' lanes give way before the own one, and the longest first; what can be picked stays as it is. */
export function fitLanes(lanes: HTMLElement): void {
  lanes.classList.remove('full', 'more')
  const all = [...lanes.querySelectorAll<HTMLElement>('.lane')]
  for (const lane of all) {
    unfold(lane)
    lane.classList.remove(...MARKS)
  }
  for (const minion of lanes.querySelectorAll('.whole')) minion.classList.remove('whole')
  const byHeight = (a: HTMLElement, b: HTMLElement): number => b.offsetHeight - a.offsetHeight
  const rivals = all.filter((lane) => !lane.classList.contains('own')).toSorted(byHeight)
  const order = [...rivals, ...all.filter((lane) => lane.classList.contains('own'))]
  for (const step of STEPS) for (const lane of order) if (isOver(lanes)) lane.classList.add(step)
  if (isOver(lanes)) lanes.classList.add('full')
  // The last to fold is the own lane: what cannot be seen at all is worse.
  const foldable = order.filter((lane) => !lane.querySelector('.target, .ghost.bot, .mark-n.here'))
  for (const lane of foldable) if (isOver(lanes)) fold(lane)
  for (const lane of foldable.toReversed()) {
    if (isOver(lanes) || !lane.classList.contains('folded')) continue
    unfold(lane)
    if (isOver(lanes)) fold(lane)
  }
  if (lanes.classList.contains('full')) {
    lanes.classList.remove('full')
    if (isOver(lanes)) lanes.classList.add('full')
  }
  for (const lane of all.filter((other) => other.querySelector('[data-hidden]'))) {
    lane.classList.add('wrapped')
    if (isOver(lanes)) lane.classList.remove('wrapped')
  }
  if (!isOver(lanes)) lengthen(lanes)
  lanes.classList.toggle('more', isOver(lanes))
  if (isOver(lanes)) lanes.tabIndex = 0
  else lanes.removeAttribute('tabindex')
  bringIntoSight(lanes)
  countBelow(lanes)
}

/** Says how many minions are further down. */
export function countBelow(lanes: HTMLElement): void {
  const { bottom } = lanes.getBoundingClientRect()
  const below = [...lanes.querySelectorAll<HTMLElement>('.minion:not(.out)')].filter(
    (row) => row.getBoundingClientRect().top > bottom - 12,
  )
  const count = below.reduce((sum, row) => sum + Number(row.dataset.count ?? 1), 0)
  if (count > 0) lanes.dataset.below = `+${count}`
  else delete lanes.dataset.below
}

/** Where the card in hand would go, what was just played and what can be picked must be in sight. */
function bringIntoSight(lanes: HTMLElement): void {
  const wanted =
    lanes.querySelector('.ghost.bot, .is-new, .mark-n.here') ??
    lanes.querySelector('.target') ??
    lanes.querySelector('.lane.own .minion')
  const rect = wanted?.getBoundingClientRect()
  if (rect) {
    const box = lanes.getBoundingClientRect()
    lanes.scrollTop += Math.max(0, rect.bottom + 24 - box.bottom) - Math.max(0, box.top + 6 - rect.top)
  } else if (lanes.dataset.wanted) lanes.scrollTop = 0
  lanes.dataset.wanted = rect ? 'yes' : ''
}

/** Fits all columns. Where any is short of room, the rules of all bases, which share a row, give up lines first. */
export function fitBoard(board: HTMLElement): void {
  const columns = [...board.querySelectorAll<HTMLElement>('.lanes')]
  board.classList.remove('brief')
  for (const lanes of columns) fitLanes(lanes)
  if (!columns.some((lanes) => lanes.querySelector('.snug, .full, .folded') || isOver(lanes))) return
  board.classList.add('brief')
  for (const lanes of columns) fitLanes(lanes)
}
