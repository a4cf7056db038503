/** Sends requests to the API and validates every response against the contract. */
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect } from 'vitest'
import { Evidence } from '../../src/contract/evidence.ts'
import { Problem } from '../../src/contract/problem.ts'
import { EventLog, SessionReport, TagSessions, UserSessions } from '../../src/contract/session.ts'

const ANSWERS: readonly (readonly [RegExp, TSchema])[] = [
  [/^\/v1\/sessions\/([^/]+\/)?report$/, SessionReport],
  [/^\/v1\/sessions\/([^/]+\/)?events$/, EventLog],
  [/^\/v1\/sessions\/([^/]+\/)?evidence$/, Evidence],
  [/^\/v1\/users\/([^/]+\/)?sessions$/, UserSessions],
  [/^\/v1\/tags\/([^/]+\/)?sessions$/, TagSessions],
]

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: the schema has been checked; tests read what they expect.
  readonly json: any
}

export function apiClient(address: string, key?: string) {
  return async function get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` }
    const response = await fetch(address + path, { headers: { ...authorization, ...headers } })
    const text = await response.text()
    const json = JSON.parse(text)
    const route = path.split('?', 1)[0] as string
    const schema = response.ok ? ANSWERS.find(([pattern]) => pattern.test(route))?.[1] : Problem
    if (schema === undefined) throw new Error(`no schema is known for ${route}`)
    const check = Compile(schema)
    expect(
      check.Check(json),
      `${route} breaks the contract: ${JSON.stringify(check.Errors(json))} ${text}`,
    ).toBe(true)
    expect(response.headers.get('content-type')).toBe(
      response.ok ? 'application/json; charset=utf-8' : 'application/problem+json; charset=utf-8',
    )
    if (!response.ok) expect(json.status).toBe(response.status)
    expect(response.headers.get('x-request-id')).toMatch(/^req_/)
    return { status: response.status, headers: response.headers, text, json }
  }
}
