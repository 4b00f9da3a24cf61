/** What the prompt says: in the middle of the screen, in the log and to those who listen. */
import { cards } from '@/catalogue/catalogue.svelte'
import { sentence } from './log'
import { isFusion } from './options'
import { isRegular } from './view'
import { kindName, list, ordinal, plural } from '@/strings/names'
import type { BaseInPlay, CardInHand, Link } from '@/protocol/types'
import type { TableModel } from './table.svelte'

const SHOWING = new Set(['look', 'look at hand', 'reveal', 'find'])

/** Who is being waited for; null if it is this player, or if hidden cards decide it. */
export function waitingFor(table: TableModel): number | null {
  const asked = table.view?.asked ?? null
  return asked !== table.me ? asked : null
}

function scoringBase(table: TableModel): BaseInPlay | null {
  return table.view?.bases.find((base) => base.id === table.view?.scoring) ?? null
}

export function title(table: TableModel): string {
  if (table.history.moment) return 'You are looking back'
  if (table.whole && !table.state?.over) return stepLines(table)[0] ?? (lastLine(table) || 'Before the first turn')
  const over = table.state?.over
  if (over && over.winners.length > 1) return `${list(over.winners.map((seat) => table.player(seat)))} share the win.`
  if (over) return over.winner === table.me ? 'You won!' : `${table.player(over.winner)} won.`
  if (table.state?.halted) return 'This game has stopped.'
  const { question } = table
  const { step } = table.choosing
  const scoring = scoringBase(table)
  if (question) {
    if (table.choosing.confirming)
      return `${table.nameOf(table.choosing.confirming.spot ?? -1) || table.choosing.confirming.label}: nothing to affect now. Play it anyway?`
    const last = step?.trail.at(-1)
    if (step?.stage === 'target' && last && isFusion(step.choices))
      return `How do you play ${table.nameOf(last.spot ?? -1) || last.label}?`
    if (step?.stage === 'target' && last) return `Where does ${table.nameOf(last.spot ?? -1) || last.label} go?`
    if (step?.stage === 'using') return 'With which play?'
    if (step?.stage === 'target' && step.only)
      return `${question.prompt.replace(/[?.]$/, '')}: where does ${step.only.label} go?`
    if (table.filter && question.options.length === 0) return 'Read on: the lesson explains it.'
    if (question.kind === 'main' && table.choosing.choices.length === 0)
      return table.filter ? 'End the turn.' : 'No card can be played now: end the turn.'
    if (question.kind === 'main') return 'Your turn: play a card, use a talent, or end the turn.'
    return scoring && question.kind === 'special' ? question.prompt.replace('the base', scoring.name) : question.prompt
  }
  if (table.isDeciding && table.asked?.kind === 'special') return 'Nothing to answer with: passing …'
  if (table.isSent || table.isDeciding) return 'One moment …'
  if (table.asked) return table.asked.kind === 'main' ? 'Your turn' : table.asked.prompt
  const waiting = waitingFor(table)
  if (waiting !== null && table.state?.late === waiting)
    return `${table.player(waiting)} waits for a turn to think: the server is busy`
  if (waiting !== null)
    return `Waiting for ${table.player(waiting)}${table.view?.turn_player === waiting ? '' : ' to answer'}`
  return scoring ? `${scoring.name} scores: everyone may answer with a Special` : 'One moment …'
}

/** What a base would pay if it scored as it stands: "Dan takes 4 VP, Cleo 2 and you 1". */
export function payout(table: TableModel, base: BaseInPlay): string {
  const paid = base.gains
    .map((vp, player) => ({ vp, player }))
    .filter(({ vp }) => vp !== 0)
    .sort((a, b) => b.vp - a.vp)
  if (paid.length === 0) return 'nobody takes anything'
  const [first, ...rest] = paid.map(({ vp, player }, i) => {
    const who = player === table.me ? 'you' : table.player(player)
    return i > 0 ? `${who} ${vp}` : `${who} ${player === table.me ? 'take' : 'takes'} ${vp} VP`
  })
  return list([first!, ...rest])
}

/** The same for this player, on the button that lets it score. */
export function standing(table: TableModel): string {
  const base = scoringBase(table)
  if (!base || table.me === null || table.asked?.kind !== 'special' || table.view?.has_paid) return ''
  const vp = base.gains[table.me] ?? 0
  const place = base.places[table.me] ?? 0
  return `you ${base.totals[table.me] ?? 0}: ${place > 0 ? `${ordinal(place)}, ` : ''}${vp > 0 ? `${vp} VP` : 'no VP'}`
}

/** A card that asks, and what it says. */
function explained(name: string): string {
  const text = cards.get(name)?.text
  return text ? `${name}: ${text}` : name
}

/** Between an answer and the next question nothing needs to be said, unless it takes long. */
export function isBetween(table: TableModel): boolean {
  return !table.history.moment && !table.question && (table.isSent || table.isDeciding || table.asked !== null)
}

/** The last thing that happened, for those who wait. */
function lastLine(table: TableModel): string {
  const line = table.log
    .slice(0, table.shownLines)
    .findLast((other) => other.text && other.kind !== 'turn' && other.kind !== 'phase')
  return line ? sentence(line, table.me) : ''
}

/** What a step of a replay brought. */
function stepLines(table: TableModel): string[] {
  const told = table.log.filter(
    (line) => line.after === table.state?.answers && line.text && line.kind !== 'turn' && line.kind !== 'phase',
  )
  return told.map((line) => sentence(line, table.me))
}

/** Cards that this player has just been shown, and is now asked about. */
export function justSeen(table: TableModel): Link[] {
  if (!table.question || table.question.kind === 'main') return []
  const line = table.log.at(-1)
  if (!line || !SHOWING.has(line.kind)) return []
  const asked = new Set(table.question.options.map((option) => option.card))
  return line.parts.filter(
    (part): part is Link =>
      typeof part === 'object' &&
      part.card !== undefined &&
      part.card !== table.question?.source &&
      !asked.has(part.card),
  )
}

export function detail(table: TableModel): string {
  if (table.history.moment) return 'This is how it was. Nothing can be picked here.'
  if (table.state?.over) return list(table.state.over.standings.map(([seat, vp]) => `${table.player(seat)} ${vp}`))
  const { question, source } = table
  const { step } = table.choosing
  if (!question) return table.whole ? stepLines(table).slice(1, 4).join('. ') : lastLine(table)
  if (table.choosing.confirming) return explained(table.nameOf(table.choosing.confirming.spot ?? -1))
  if (table.choosing.isMultiple) {
    if (question.kind === 'arrange')
      return [source?.name, 'Move them with the arrows, or drag them.'].filter(Boolean).join(': ')
    const range =
      question.low === question.high
        ? `Pick ${question.low}`
        : question.low === 0
          ? `Pick up to ${question.high}`
          : `Pick ${question.low} to ${question.high}`
    return `${range}: ${table.choosing.picked.length} so far.${source ? ` ${explained(source.name)}` : ''}`
  }
  if (step?.stage === 'target') {
    const options = table.choosing.choices.flatMap((choice) => choice.options)
    const extras = new Set(
      options.flatMap((option) => (option.using === undefined ? [] : [table.nameOf(option.using)])),
    )
    const text = source ? (cards.get(source.name)?.text ?? '') : ''
    if (extras.size === 0) return text || 'Where it can go is lit in yellow.'
    const isAll = options.every((option) => option.using !== undefined)
    const kind = table.hand.find((card) => card.id === options[0]?.card)?.kind
    const isRegularLeft = (table.view?.plays ?? []).some((right) => isRegular(right) && right.kind === kind)
    const spent = `${isAll ? 'Spends' : 'Where it fits, spends'} the extra play from ${list([...extras])}`
    return `${spent}${isRegularLeft ? '; your regular one stays' : ''}. ${text}`.trim()
  }
  if (question.kind === 'main')
    return table.choosing.choices.length === 0 ? '' : 'What you can play or use is lit in yellow.'
  if (question.kind === 'order') return 'Several things happen at once: you say in which order.'
  const base = scoringBase(table)
  if (question.kind === 'special' && base) {
    if (table.view?.has_paid) return 'The prizes are paid. Pass if you have nothing to add.'
    const winners = base.gains.flatMap((vp, player) =>
      (table.view?.players[player]?.vp ?? 0) + vp >= table.targetVp && vp > 0
        ? [player === table.me ? 'you' : table.player(player)]
        : [],
    )
    const reach =
      winners.length > 0
        ? `; ${list(winners)} then ${winners.length === 1 && winners[0] !== 'you' ? 'has' : 'have'} ${table.targetVp}`
        : ''
    return `If nobody answers, ${payout(table, base)}${reach}.`
  }
  return source ? explained(source.name) : ''
}

/** How many are picked, on the button that says so. */
export function done(count: number, kind: string): string {
  return `Done: ${kind === 'player' ? plural(count, 'player') : kind === 'base' ? plural(count, 'base') : plural(count, 'card')}`
}

/** A card in hand as it is read out: its name first, then what it is, why it cannot be played, and its number. */
export function cardLabel(card: CardInHand, key: string, why: string, owner: string, count = 1): string {
  const kind = card.kind === 'minion' ? `minion of power ${card.power}` : kindName(card.kind).toLowerCase()
  return [
    card.name,
    count > 1 ? `${count} of them` : '',
    kind,
    owner ? `goes back to ${owner}` : '',
    why,
    key ? `key ${key}` : '',
  ]
    .filter(Boolean)
    .join(', ')
}

/** Why a card in hand cannot be played. */
export function handReason(card: CardInHand): string {
  return card.why_not ?? ''
}

/** What the next press on the open card does. */
export function nextPress(
  how: 'mouse' | 'touch' | 'keys',
  isHeld: boolean,
  isPlayable: boolean,
  isMultiple: boolean,
  why: string,
): string {
  const press = { mouse: 'Click', touch: 'Tap again', keys: 'Enter' }[how]
  if (isHeld) return `${press}: put back`
  if (!isPlayable) return why || `${press}: look closer`
  return `${press}: ${isMultiple ? 'pick' : 'play'}`
}
