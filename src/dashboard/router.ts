/** The address is the state: which page, which filters. Each segment is decoded once, so ids may be any text. */
import { useSyncExternalStore } from 'react'

export const BASE = '/app'

/** Moving within the app is announced under this name, because the browser only announces back and forward. */
const MOVED = 'byhand:moved'

export interface Place {
  readonly segments: readonly string[]
  readonly search: URLSearchParams
}

export function readPlace(pathname: string, search: string): Place {
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

/** An address below the app: `pathTo(['sessions', id], { tag })`. Empty values are left out. */
export function pathTo(segments: readonly string[], search: Search = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (value) query.set(name, value)
  const text = query.toString()
  return `${BASE}/${segments.map(encodeURIComponent).join('/')}${text === '' ? '' : `?${text}`}`
}

export function go(path: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', path)
  else history.pushState(null, '', path)
  dispatchEvent(new Event(MOVED))
  if (!replace) scrollTo(0, 0)
}

function subscribe(notify: () => void): () => void {
  addEventListener('popstate', notify)
  addEventListener(MOVED, notify)
  return () => {
    removeEventListener('popstate', notify)
    removeEventListener(MOVED, notify)
  }
}

const snapshot = () => location.pathname + location.search

export function usePlace(): Place {
  const [pathname = '', search = ''] = useSyncExternalStore(subscribe, snapshot).split(/\?(.*)/s)
  return readPlace(pathname, search)
}

/** The present address with some of its search changed. */
export function withSearch(change: Search): string {
  const search = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(change)) {
    if (value) search.set(name, value)
    else search.delete(name)
  }
  const text = search.toString()
  return location.pathname + (text === '' ? '' : `?${text}`)
}
