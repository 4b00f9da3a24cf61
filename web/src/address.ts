/**
 * Addresses of our pages. A server sends the same page for every path, so the path is the address. A static site has one
 * file, which may be in any folder: there the address comes after the #.
 */
import { site } from '@/local/site'

export interface Address {
  pathname: string
  search: string
}

/** Where the browser is. */
export function here(): Address {
  return site ? split(location.hash.slice(1) || '/') : { pathname: location.pathname, search: location.search }
}

/** What a link to one of our pages says, such as /cards?q=…. */
export function href(path: string): string {
  return site ? `#${path}` : path
}

/** The whole address of one of our pages, to give to others. */
export function absolute(path: string): string {
  return site ? location.href.replace(/#.*/, '') + href(path) : location.origin + path
}

/** A file beside the page. */
export function file(name: string): string {
  return site ? name : `/${name}`
}

/** The path of a link to one of our pages; null if it leads elsewhere. */
export function pathOf(anchor: HTMLAnchorElement): string | null {
  const written = anchor.getAttribute('href') ?? ''
  if (written.startsWith('#/')) return site ? written.slice(1) : null
  if (written.startsWith('#') || anchor.origin !== location.origin || anchor.pathname.startsWith('/api/')) return null
  return anchor.pathname + anchor.search
}

function split(path: string): Address {
  const [pathname = '/', search = ''] = path.split('?', 2)
  return { pathname, search: search && `?${search}` }
}

/** Links say paths; before the browser itself uses one, for a new tab or its menu, it says where the page really is. */
if (site)
  for (const kind of ['pointerdown', 'focusin'])
    addEventListener(
      kind,
      ({ target }) => {
        const anchor = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null
        if (anchor && !anchor.target) anchor.setAttribute('href', href(anchor.getAttribute('href')!))
      },
      { capture: true },
    )
