/** Talks to the service, and to nothing else. */
import { QueryCache, QueryClient } from '@tanstack/react-query'
import type { Me } from '../contract/dashboard/me.ts'
import type { Problem } from '../contract/problem.ts'

const API = '/app/api'

/** A change may only be asked for by our own pages: no other page can send this header without being asked first. */
const OWN_HEADER = { 'x-byhand': '1' }

export class Refused extends Error {
  override readonly name = 'Refused'
  readonly status: number
  readonly code: string
  /** What is wrong with each field, by the last part of its pointer. */
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
  const response = await fetch(API + path, { credentials: 'same-origin', ...init })
  if (response.ok) return response
  throw new Refused(response.status, (await response.json().catch(() => ({}))) as Partial<Problem>)
}

export async function get<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  return (await send(path, signal === undefined ? {} : { signal })).json() as Promise<Answer>
}

export type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Answers undefined where the service answers without a body. */
export async function change<Answer>(method: Method, path: string, body?: unknown): Promise<Answer> {
  const response = await send(path, {
    method,
    headers: body === undefined ? OWN_HEADER : { ...OWN_HEADER, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return (text === '' ? undefined : JSON.parse(text)) as Answer
}

export async function upload<Answer>(path: string, body: Blob, type: string): Promise<Answer> {
  const headers = { ...OWN_HEADER, 'content-type': type }
  return (await send(path, { method: 'POST', headers, body })).json() as Promise<Answer>
}

/** Asks for a file with a body, so that whom it is about stands in no address, and lets the browser keep it. */
export async function download(path: string, body: unknown, name: string): Promise<void> {
  const headers = { ...OWN_HEADER, 'content-type': 'application/json' }
  const response = await send(path, { method: 'POST', headers, body: JSON.stringify(body) })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Where a link may point for a download. */
export const apiPath = (path: string): string => API + path

/** A path of the interface, each part encoded, nothing set that is empty. */
export function apiTo(
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

/** Somebody else, or somewhere else: whatever was read before is not theirs to see. */
export function becomes(cache: QueryClient, me: Me | null): void {
  cache.setQueryData(ME, me)
  cache.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME[0] })
}

/** What was read stays fresh this long, so that going back shows the page at once. */
const FRESH_MS = 10_000

export function openCache(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      // A login that ended anywhere ends everywhere: the pages fall back to the login form.
      onError: (error, query) => {
        if (error instanceof Refused && error.status === 401 && query.queryKey[0] !== ME[0])
          client.setQueryData(ME, null)
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (times, error) => times < 2 && !(error instanceof Refused && error.status < 500),
      },
    },
  })
  return client
}
