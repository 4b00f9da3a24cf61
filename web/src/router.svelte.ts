import { here, href, pathOf, type Address } from './address'

/** Addresses: /, /new/KIND, /t/ID, /me, /p/PERSON, /leagues/ID, /replay/ID, /cards?q=…, /cards/FACTION?card=…, /rules, /learn, /about. */
export interface Route {
  page: string
  id: string
  /** What comes after the id: a moment of a replay. */
  at: string
  query: URLSearchParams
}

export function parse({ pathname, search }: Address): Route {
  const [page = '', id = '', at = ''] = pathname.replace(/^\/+|\/+$/g, '').split('/')
  return { page, id: decodeURIComponent(id), at, query: new URLSearchParams(search) }
}

class Router {
  route = $state.raw<Route>(parse(here()))
  private uncover: (() => void) | null = null

  constructor() {
    addEventListener('popstate', () => this.stepped())
    addEventListener('click', (event) => this.follow(event))
  }

  go(path: string): void {
    const { pathname, search } = here()
    if (path !== pathname + search) history.pushState(null, '', href(path))
    this.route = parse(here())
    scrollTo(0, 0)
  }

  /**
   * Makes something that covers the page a step of the history: Back calls `close` instead of leaving the page.
   * Returns what to call when it is closed in another way.
   */
  cover(close: () => void): () => void {
    history.pushState({ isCovered: true }, '')
    this.uncover = close
    return () => {
      if (this.uncover !== close) return
      this.uncover = null
      // A link on it may have led to another page, which is no step to take back.
      if (history.state?.isCovered) history.back()
    }
  }

  private stepped(): void {
    const close = this.uncover
    this.uncover = null
    if (close) close()
    else this.route = parse(here())
  }

  /** What is looked for goes into the address, without a step back for every letter. */
  tell(query: Record<string, string>): void {
    const told = new URLSearchParams(Object.entries(query).filter(([, value]) => value)).toString()
    history.replaceState(null, '', href(here().pathname + (told ? `?${told}` : '')))
  }

  /** Links to our own pages don't reload the page. */
  private follow(event: MouseEvent): void {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || link.target || link.hasAttribute('download')) return
    const path = pathOf(link)
    if (path === null) return
    event.preventDefault()
    this.go(path)
  }
}

export const router = new Router()
