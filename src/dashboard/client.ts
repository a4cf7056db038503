/** Client of the API. */
import { QueryCache, QueryClient } from '@tanstack/react-query'
import type { Me } from '../contract/dashboard/me.ts'
import type { Problem } from '../contract/problem.ts'

/** URL of an API path, for download links too. */
export const apiUrl = (path: string): string => `/v1${path}`

/** CSRF protection: cross-origin pages need a CORS preflight to send this header, and the service rejects it. */
const CSRF_HEADER = { 'x-byhand': '1' }

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  /** Problems per field, by the last segment of the JSON pointer. */
  readonly fields: ReadonlyMap<string, string>

  constructor(status: number, problem: Partial<Problem>) {
    super(problem.detail ?? problem.title ?? `The service returned status ${status}.`)
    this.status = status
    this.code = problem.code ?? ''
    this.fields = new Map(
      problem.errors?.map(({ pointer, detail }) => [pointer.split('/').at(-1) ?? '', detail]),
    )
  }
}

async function send(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(apiUrl(path), { credentials: 'same-origin', ...init })
  if (response.ok) return response
  throw new ApiError(response.status, (await response.json().catch(() => ({}))) as Partial<Problem>)
}

export async function get<Data>(path: string, signal?: AbortSignal): Promise<Data> {
  return (await send(path, signal === undefined ? {} : { signal })).json() as Promise<Data>
}

export type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Returns undefined for a response without a body. */
export async function change<Data>(method: Method, path: string, body?: unknown): Promise<Data> {
  const response = await send(path, {
    method,
    headers: body === undefined ? CSRF_HEADER : { ...CSRF_HEADER, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return (text === '' ? undefined : JSON.parse(text)) as Data
}

export async function upload<Data>(path: string, body: Blob, type: string): Promise<Data> {
  const headers = { ...CSRF_HEADER, 'content-type': type }
  return (await send(path, { method: 'POST', headers, body })).json() as Promise<Data>
}

/** Downloads a file by POST, so that personal ids do not appear in a URL. */
export async function download(path: string, body: unknown, name: string): Promise<void> {
  const headers = { ...CSRF_HEADER, 'content-type': 'application/json' }
  const response = await send(path, { method: 'POST', headers, body: JSON.stringify(body) })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** An API path with encoded segments. Empty parameters are omitted. */
export function apiPath(
  segments: readonly string[],
  search: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== '') query.set(name, String(value))
  const text = query.toString()
  return `/${segments.map(encodeURIComponent).join('/')}${text === '' ? '' : `?${text}`}`
}

export const ME = ['me'] as const

/** Sets the current member and workspace, and drops all data of the previous one. */
export function setLogin(cache: QueryClient, me: Me | null): void {
  cache.setQueryData(ME, me)
  cache.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME[0] })
}

/** Data stays fresh this long, so that going back shows a page at once. */
const FRESH_MS = 10_000

export function openCache(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      // An expired login leads back to the login form.
      onError: (error, query) => {
        if (error instanceof ApiError && error.status === 401 && query.queryKey[0] !== ME[0])
          client.setQueryData(ME, null)
      },
    }),
    defaultOptions: {
      // Offline, a request fails and the page says so; paused, it would show "Loading…" forever.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: FRESH_MS,
        retry: (times, error) => times < 2 && !(error instanceof ApiError && error.status < 500),
      },
    },
  })
  return client
}
