/** Addresses: /, /t/ID, /replay/ID, /cards, /cards/FACTION, /rules, /learn, /about. */
export interface Route {
  page: string
  id: string
  /** What comes after the id: a moment of a replay. */
  at: string
}

export function parse(path: string): Route {
  const [page = '', id = '', at = ''] = path.replace(/^\/+|\/+$/g, '').split('/')
  return { page, id: decodeURIComponent(id), at }
}

class Router {
  route = $state.raw<Route>(parse(location.pathname))

  constructor() {
    addEventListener('popstate', () => (this.route = parse(location.pathname)))
    addEventListener('click', (event) => this.follow(event))
  }

  go(path: string): void {
    if (path !== location.pathname) history.pushState(null, '', path)
    this.route = parse(location.pathname)
    scrollTo(0, 0)
  }

  /** Links to our own pages don't load the page anew. */
  private follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
    if (link.pathname.startsWith('/api/') || link.getAttribute('href')?.startsWith('#')) return
    event.preventDefault()
    this.go(link.pathname)
  }
}

export const router = new Router()
