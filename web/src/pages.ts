/** Which page an address opens. Each page is loaded when it is first opened. */
import type { Component } from 'svelte'
import { isKindOfTable } from '@/pages/lobby/kinds'
import { host } from '@/protocol/host'
import { site } from '@/local/site'
import type { Route } from './router.svelte'

export interface Page {
  component: Component<Record<string, string>>
  props: Record<string, string>
  /** A page with another key replaces the one on screen; one with the same key only gets new props. */
  key: string
}

// Each component is loaded with the props that `pageOf` gives it.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Load = () => Promise<{ default: Component<any> }>

const SET_UP: Load = () => import('@/pages/lobby/SetupPage.svelte')
const NOT_FOUND: Load = () => import('@/pages/lobby/NotFoundPage.svelte')

/** Pages without an id, or with an optional one that they show themselves. */
const PLAIN: Record<string, Load> = {
  '': () => import('@/pages/landing/LandingPage.svelte'),
  cards: () => import('@/pages/gallery/GalleryPage.svelte'),
  rules: () => import('@/pages/learn/RulesPage.svelte'),
  about: () => import('@/pages/gallery/AboutPage.svelte'),
  puzzles: () => import('@/pages/learn/PuzzlesPage.svelte'),
  leagues: () => import('@/pages/league/LeaguesPage.svelte'),
  play: () => import('@/pages/play/PlayPage.svelte'),
  watch: () => import('@/pages/play/WatchPage.svelte'),
  learn: () => import('@/pages/learn/LearnPage.svelte'),
  me: () => import('@/pages/profile/MePage.svelte'),
}

/** Pages about one thing: another id means another page. */
const ABOUT_ONE: Record<string, Load> = {
  t: () => import('@/pages/table/TablePage.svelte'),
  replay: () => import('@/pages/replay/ReplayPage.svelte'),
  story: () => import('@/pages/story/StoryPage.svelte'),
  puzzles: () => import('@/pages/learn/PuzzlePage.svelte'),
  leagues: () => import('@/pages/league/LeaguePage.svelte'),
  p: () => import('@/pages/profile/PersonPage.svelte'),
  mail: () => import('@/pages/profile/MailPage.svelte'),
}

const RUN: Load = () => import('@/pages/learn/PuzzleRunPage.svelte')

/** Pages of a site without a server: how two browsers connect. */
const PEERS: Record<string, Load> = {
  join: () => import('@/pages/friends/JoinPage.svelte'),
  reply: () => import('@/pages/friends/ReplyPage.svelte'),
}

/** Pages of people, who only meet on a server. */
const PEOPLE = ['me', 'p', 'play', 'watch', 'leagues', 'mail']

function choose({ page, id, at }: Route): [load: Load, key: string, props: Record<string, string>] {
  if (!host.isShared && PEOPLE.includes(page)) return [NOT_FOUND, 'nothing', {}]
  const peer = site ? PEERS[page] : undefined
  if (peer) return [peer, `${page}/${id}`, { id }]
  if (page === 'puzzles' && (id === 'streak' || id === 'storm')) return [RUN, `${page}/${id}`, { kind: id }]
  const ofOne = id ? ABOUT_ONE[page] : undefined
  if (ofOne) return [ofOne, `${page}/${id}`, page === 'replay' ? { id, at } : { id }]
  if (page === 'new' && isKindOfTable(id)) return [SET_UP, page, { kind: id }]
  const plain = PLAIN[page]
  return plain ? [plain, page, page === 'cards' ? { id } : {}] : [NOT_FOUND, 'nothing', {}]
}

export async function loadPage(route: Route): Promise<Page> {
  const [load, key, props] = choose(route)
  return { component: (await load()).default, key, props }
}
