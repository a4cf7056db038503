/** The URL holds the state: page and filters. Each segment is decoded once, so that ids may be any text. */
import { useSyncExternalStore } from 'react'

export const BASE = '/app'

/** Own event for navigation within the app; `popstate` only covers back and forward. */
const NAVIGATED = 'byhand:navigated'

/** Path segments that match the stars of the page's pattern. */
export interface PageIds {
  readonly ids: readonly string[]
}

export interface Route {
  readonly segments: readonly string[]
  readonly search: URLSearchParams
}

export function parseRoute(pathname: string, search: string): Route {
  const below = pathname.startsWith(BASE) ? pathname.slice(BASE.length) : pathname
  const segments = below.split('/').filter((segment) => segment !== '')
  return { segments: segments.map(decoded), search: new URLSearchParams(search) }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

export type Search = Readonly<Record<string, string | undefined>>

/** A path of the app: `pathTo(['sessions', id], { tag })`. Empty values are omitted. */
export function pathTo(segments: readonly string[], search: Search = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (value) query.set(name, value)
  const text = query.toString()
  return `${BASE}/${segments.map(encodeURIComponent).join('/')}${text === '' ? '' : `?${text}`}`
}

export function navigate(path: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', path)
  else history.pushState(null, '', path)
  dispatchEvent(new Event(NAVIGATED))
  if (!replace) scrollTo(0, 0)
}

function subscribe(notify: () => void): () => void {
  addEventListener('popstate', notify)
  addEventListener(NAVIGATED, notify)
  return () => {
    removeEventListener('popstate', notify)
    removeEventListener(NAVIGATED, notify)
  }
}

const snapshot = () => location.pathname + location.search

export function useRoute(): Route {
  const [pathname = '', search = ''] = useSyncExternalStore(subscribe, snapshot).split(/\?(.*)/s)
  return parseRoute(pathname, search)
}

/** The current path with some search parameters changed. */
export function withSearch(change: Search): string {
  const search = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(change)) {
    if (value) search.set(name, value)
    else search.delete(name)
  }
  const text = search.toString()
  return location.pathname + (text === '' ? '' : `?${text}`)
}
