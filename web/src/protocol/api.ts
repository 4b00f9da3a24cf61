/** The requests that the host of the tables answers. */
import type {
  Analysis,
  AnalysisMoment,
  Catalogue,
  Created,
  Device,
  DeviceCode,
  Games,
  Joined,
  League,
  LeagueCreated,
  LeagueJoin,
  LeagueList,
  LeagueRequest,
  LeagueSettle,
  Me,
  MySeats,
  OwnDevices,
  Person,
  PuzzleHelp,
  PuzzleList,
  PuzzleRequest,
  PuzzleTry,
  QueueView,
  Replay,
  Story,
  TableEntry,
  TableList,
  TableRequest,
} from './types'
import { host } from './host'
import { load } from '@/settings/storage'
import { FORMAT, TEXT } from '@/strings/common'

/** A pack that a page without a server keeps. `problem`: why it could not be loaded. */
export interface PackOfPage {
  name: string
  version: string
  title: string
  author: string
  licence: string
  problem: string
}

export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

/** Called after every request with whether the server could be reached. */
let heard: (isThere: boolean) => void = () => undefined
export function onHeard(listener: (isThere: boolean) => void): void {
  heard = listener
}

/** Milliseconds that the server may take, however busy it is, unless the line swallows the request. */
const PATIENCE = 60_000

/** Sends a request; an `ApiError` says what the server has refused, or that it cannot be reached (status 0). */
export async function request(path: string, init?: RequestInit): Promise<Response> {
  let response: Response
  try {
    response = await host.fetch(path, {
      ...init,
      signal: AbortSignal.timeout(PATIENCE),
    })
    heard(true)
  } catch {
    heard(false)
    throw new ApiError(0, TEXT.serverUnreachable)
  }
  if (response.ok) return response
  const body: unknown = await response.json().catch(() => null)
  const message =
    body && typeof body === 'object' && 'message' in body ? String(body.message) : FORMAT.serverRefused(response.status)
  throw new ApiError(response.status, message)
}

async function get<T>(path: string, token: string | null = null, method = 'GET'): Promise<T> {
  return (await (await request(path, { method, headers: bearer(token) })).json()) as T
}

/** Sends a body as JSON, by default as this device's owner. */
export async function post<T>(path: string, body: unknown, method = 'POST', who = mine()): Promise<T> {
  const init = {
    method,
    headers: { 'Content-Type': 'application/json', ...who },
    body: JSON.stringify(body),
  }
  return (await (await request(path, init)).json()) as T
}

function bearer(token: string | null): Record<string, string> {
  return token ? { Authorization: `Bearer ${token}` } : {}
}

/** The device's secret, if it has a profile: it is sent to our own server only. */
export function mine(): Record<string, string> {
  return bearer(load<string>('device', '') || null)
}

const leaguePath = (id: string, more = ''): string => `/api/leagues/${encodeURIComponent(id)}${more}`

export const api = {
  me: async (): Promise<Me> => (await (await request('/api/me', { headers: mine() })).json()) as Me,
  meet: (name: string) => post<Device>('/api/me', { name }),
  changeMe: (name: string, isPublic: boolean) => post<object>('/api/me', { name, public: isPublic }, 'PUT'),
  deleteMe: (name: string) => post<object>('/api/me', { name }, 'DELETE'),
  code: () => post<DeviceCode>('/api/me/code', {}),
  device: (code: string) => post<Device>('/api/me/device', { code }),
  devices: async (): Promise<OwnDevices> =>
    (await (await request('/api/me/devices', { headers: mine() })).json()) as OwnDevices,
  signOut: (id: string) =>
    request(`/api/me/devices/${encodeURIComponent(id)}`, {
      method: 'DELETE',
      headers: mine(),
    }),
  mySeats: (id: string) => post<MySeats>(`/api/me/seats/${encodeURIComponent(id)}`, {}),
  myGames: async (skip: number): Promise<Games> =>
    (await (await request(`/api/me/games?skip=${skip}`, { headers: mine() })).json()) as Games,
  person: (id: string) => get<Person>(`/api/people/${encodeURIComponent(id)}`),
  catalogue: () => get<Catalogue>('/api/catalogue'),
  tables: () => get<TableList>('/api/tables'),
  table: (id: string) => get<TableEntry>(`/api/tables/${encodeURIComponent(id)}`),
  create: (body: TableRequest) => post<Created>('/api/tables', body),
  join: (id: string, name: string, collection: readonly string[]) =>
    post<Joined>(`/api/tables/${encodeURIComponent(id)}/join`, {
      name,
      collection,
    }),
  /** A game after a number of answers, or at its end; from any seat once it is over, before that from the token's. */
  replay: (id: string, step: number | null, as: string | null, token: string | null = null) => {
    const asked = [...(as === null ? [] : [`as=${as}`]), ...(step === null ? [] : [`step=${step}`])]
    return get<Replay>(`/api/tables/${encodeURIComponent(id)}/replay?${asked.join('&')}`, token)
  },
  story: (id: string) => get<Story>(`/api/tables/${encodeURIComponent(id)}/story`),
  /** With a seat's token also for a running game: only that seat's turns, with what it could see. */
  analysis: (id: string, token: string | null = null, method: 'GET' | 'POST' | 'DELETE' = 'GET') =>
    get<Analysis>(`/api/tables/${encodeURIComponent(id)}/analysis`, token, method),
  advice: (id: string, step: number, token: string | null = null) =>
    get<AnalysisMoment>(`/api/tables/${encodeURIComponent(id)}/advice?step=${step}`, token),
  playOn: (
    id: string,
    body: {
      step: number
      seat: number
      name: string
      level: 'easy' | 'normal' | 'hard' | 'adaptive'
    },
  ) => post<Created>(`/api/tables/${encodeURIComponent(id)}/play-on`, body),
  leagues: async (): Promise<LeagueList> =>
    (await (await request('/api/leagues', { headers: mine() })).json()) as LeagueList,
  league: async (id: string): Promise<League> =>
    (await (await request(leaguePath(id), { headers: mine() })).json()) as League,
  newLeague: (body: LeagueRequest) => post<LeagueCreated>('/api/leagues', body),
  joinLeague: (id: string, body: LeagueJoin) => post<League>(leaguePath(id, '/join'), body),
  leaveLeague: (id: string) => post<League>(leaguePath(id, '/join'), {}, 'DELETE'),
  startLeague: (id: string) => post<League>(leaguePath(id, '/start'), {}),
  settleLeague: (id: string, body: LeagueSettle) => post<League>(leaguePath(id, '/settle'), body),
  live: () => get<TableList>('/api/live'),
  seek: (name: string) => post<QueueView>('/api/queue', { name }),
  stopSeeking: () => post<object>('/api/queue', {}, 'DELETE'),
  puzzles: () => get<PuzzleList>('/api/puzzles'),
  /** Only the first try is sent with the player's identity, because it is counted. */
  tryPuzzle: (id: string, body: PuzzleRequest, isFirst: boolean) =>
    post<PuzzleTry>(`/api/puzzles/${encodeURIComponent(id)}`, body, 'POST', isFirst ? mine() : {}),
  puzzleHelp: (id: string) => get<PuzzleHelp>(`/api/puzzles/${encodeURIComponent(id)}/help`),
  /** A table as a file, with everything in it: hidden cards too. For hosts that are not shared. */
  tableFile: (id: string) => get<Record<string, unknown>>(`/api/tables/${encodeURIComponent(id)}/file`),
  packs: () => get<{ packs: PackOfPage[] }>('/api/packs'),
  addPack: (file: string) => post<PackOfPage>('/api/packs', { file }, 'POST', {}),
  removePack: (name: string) => request(`/api/packs/${encodeURIComponent(name)}`, { method: 'DELETE' }),
  openFile: (file: unknown) => post<{ table: string }>('/api/files', file, 'POST', {}),
  /** The position as a file that `basebash replay` opens, as far as the seat may know it. */
  save: async (id: string, token: string | null): Promise<Blob> =>
    (
      await request(`/api/tables/${encodeURIComponent(id)}/save`, {
        headers: bearer(token),
      })
    ).blob(),
}
