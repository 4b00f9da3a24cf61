/** The HTTP part of the server. */
import type { Analysis, AnalysisMoment, Catalogue, Created, Joined, Replay, Story, TableEntry, TableList, TableRequest } from './protocol'

export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

async function request(path: string, init?: RequestInit): Promise<Response> {
  let response: Response
  try {
    response = await fetch(path, init)
  } catch {
    throw new ApiError(0, 'The server can’t be reached. Try again in a moment.')
  }
  if (response.ok) return response
  const body: unknown = await response.json().catch(() => null)
  const message = body && typeof body === 'object' && 'message' in body ? String(body.message) : `The server said no (${response.status}).`
  throw new ApiError(response.status, message)
}

async function get<T>(path: string): Promise<T> {
  return (await (await request(path)).json()) as T
}

async function post<T>(path: string, body: unknown): Promise<T> {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  return (await (await request(path, init)).json()) as T
}

function bearer(token: string | null): Record<string, string> {
  return token ? { Authorization: `Bearer ${token}` } : {}
}

export const api = {
  catalogue: () => get<Catalogue>('/api/catalogue'),
  tables: () => get<TableList>('/api/tables'),
  table: (id: string) => get<TableEntry>(`/api/tables/${encodeURIComponent(id)}`),
  create: (body: TableRequest) => post<Created>('/api/tables', body),
  join: (id: string, name: string) => post<Joined>(`/api/tables/${encodeURIComponent(id)}/join`, { name }),
  replay: (id: string, step: number | null, as: string) =>
    get<Replay>(`/api/tables/${encodeURIComponent(id)}/replay?as=${as}${step === null ? '' : `&step=${step}`}`),
  story: (id: string) => get<Story>(`/api/tables/${encodeURIComponent(id)}/story`),
  analysis: (id: string) => get<Analysis>(`/api/tables/${encodeURIComponent(id)}/analysis`),
  analyse: (id: string) => post<Analysis>(`/api/tables/${encodeURIComponent(id)}/analysis`, null),
  stopAnalysis: async (id: string): Promise<Analysis> =>
    (await (await request(`/api/tables/${encodeURIComponent(id)}/analysis`, { method: 'DELETE' })).json()) as Analysis,
  advice: (id: string, step: number) => get<AnalysisMoment>(`/api/tables/${encodeURIComponent(id)}/advice?step=${step}`),
  /** A game under way after so many answers, as the seat of the token (or a spectator) saw it. */
  past: async (id: string, step: number, token: string | null): Promise<Replay> =>
    (await (await request(`/api/tables/${encodeURIComponent(id)}/replay?step=${step}`, { headers: bearer(token) })).json()) as Replay,
  /** The position as a file that `basebash replay` opens, as far as the seat may know it. */
  save: async (id: string, token: string | null): Promise<Blob> =>
    (await request(`/api/tables/${encodeURIComponent(id)}/save`, { headers: bearer(token) })).blob(),
}
