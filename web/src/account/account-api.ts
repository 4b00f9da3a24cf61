/** The part of the server's HTTP interface that concerns the player's account, friends and invitations. */
import { mine, post, request } from '@/protocol/api'
import type {
  Device,
  FriendList,
  Invitations,
  OwnAddress,
  OwnKeys,
  PasskeyOptions,
  PushKey,
  PushSubscription,
  PuzzleProgress,
  RecoveryPhrase,
  Vacation,
} from '@/protocol/types'

async function own<T>(path: string, method = 'GET'): Promise<T> {
  return (await (await request(path, { method, headers: mine() })).json()) as T
}

export const accountApi = {
  keys: () => own<OwnKeys>('/api/me/keys'),
  newPhrase: () => post<RecoveryPhrase>('/api/me/recovery', {}),
  recover: (phrase: string) => post<Device>('/api/me/recover', { phrase }),
  newPasskey: () => post<PasskeyOptions>('/api/me/passkeys/options', {}),
  addPasskey: (credential: string) => post<object>('/api/me/passkeys', { credential }),
  removePasskey: (id: string) => own<object>(`/api/me/passkeys/${encodeURIComponent(id)}`, 'DELETE'),
  askForPasskey: () => post<PasskeyOptions>('/api/passkeys/options', {}),
  usePasskey: (credential: string) => post<Device>('/api/passkeys', { credential }),
  progress: (known: PuzzleProgress) => post<PuzzleProgress>('/api/me/puzzles', known),
  export: async (): Promise<Blob> => (await request('/api/me/export', { headers: mine() })).blob(),
  friends: () => own<FriendList>('/api/me/friends'),
  follow: (person: string) => own<object>(`/api/me/friends/${encodeURIComponent(person)}`, 'PUT'),
  unfollow: (person: string) => own<object>(`/api/me/friends/${encodeURIComponent(person)}`, 'DELETE'),
  invitations: () => own<Invitations>('/api/me/invitations'),
  invite: (table: string, person: string) =>
    post<object>(`/api/tables/${encodeURIComponent(table)}/invite`, { person }),
  pushKey: () => own<PushKey>('/api/push'),
  subscribe: (where: PushSubscription) => post<object>('/api/me/push', where),
  unsubscribe: () => own<object>('/api/me/push', 'DELETE'),
  mail: () => own<OwnAddress>('/api/me/mail'),
  setMail: (address: string) => post<OwnAddress>('/api/me/mail', { address }, 'PUT'),
  removeMail: () => own<object>('/api/me/mail', 'DELETE'),
  followMailLink: (purpose: string, link: URLSearchParams) =>
    post<object>(`/api/mail/${encodeURIComponent(purpose)}?${link.toString()}`, {}),
  beginVacation: (days: number) => post<Vacation>('/api/me/vacation', { days }),
  endVacation: () => own<Vacation>('/api/me/vacation', 'DELETE'),
  decline: (table: string) => own<object>(`/api/me/invitations/${encodeURIComponent(table)}`, 'DELETE'),
}
