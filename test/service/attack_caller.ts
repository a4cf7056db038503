/** Sends the valid request of a route as a given caller, and returns the comparable parts of the response. */

import type { FilledWorkspace, Names } from './attack_workspace.ts'
import { OWN_HEADERS } from './dashboard_client.ts'
import type { RouteCase } from './route_case.ts'

export type Caller =
  | { readonly cookie: string; readonly from?: Readonly<Record<string, string>> }
  | { readonly key: string }
  | { readonly anonymous: true }

export interface Called {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Whether a member with a login may call the route. */
export const isForMembers = ({ role }: RouteCase): boolean => role !== null
/** Whether only pages of the dashboard call the route. */
export const isForPages = ({ access, family }: RouteCase): boolean =>
  access === 'login' || family === 'dashboard logins'

export const methodOf = ({ route }: RouteCase): string => route.split(' ', 1)[0] as string
export const isChange = (one: RouteCase): boolean => methodOf(one) !== 'GET'

export async function call(
  address: string,
  one: RouteCase,
  names: Names & Pick<FilledWorkspace, 'siteKey'>,
  caller: Caller,
): Promise<Called> {
  const body = one.body?.(names)
  const isText = typeof body === 'string'
  const response = await fetch(address + one.path(names), {
    method: methodOf(one),
    redirect: 'manual',
    headers: {
      // A program needs no protection against CSRF.
      ...(isChange(one) && ('cookie' in caller || isForPages(one)) ? OWN_HEADERS : {}),
      ...one.headers,
      ...credentials(one, caller),
      ...(body !== undefined && { 'content-type': isText ? 'text/csv' : 'application/json' }),
      ...('from' in caller ? caller.from : {}),
    },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

function credentials({ access }: RouteCase, caller: Caller): Record<string, string> {
  if ('cookie' in caller) return { cookie: caller.cookie }
  if ('anonymous' in caller) return {}
  return access === 'survey' ? { api_key: caller.key } : { authorization: `Bearer ${caller.key}` }
}

/** Headers that differ in every response. */
const OWN = new Set(['x-request-id', 'date', 'ratelimit', 'set-cookie', 'keep-alive', 'content-length'])

/**
 * All parts of a response that a caller can compare, without times, ids of this response, and names that the caller
 * chose.
 */
export function comparable({ status, headers, text }: Called, names: Names): object {
  let plain = text
  for (const [what, name] of Object.entries(names)) {
    if (typeof name === 'string' && name !== '') plain = plain.replaceAll(name, `<${what}>`)
  }
  return {
    status,
    headers: [...headers].filter(([name]) => !OWN.has(name)),
    text: plain
      .replaceAll(/\b(?:req|upl|key|wh|dlv|inv|mem|aud|evt|ws|an)_[\w-]+/g, '<id>')
      .replaceAll(/\/typing\/[\w-]+/g, '/typing/<id>')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
      // Counts the jobs of the caller's own workspace.
      .replaceAll(/"ahead":\d+/g, '"ahead":<count>')
      .replaceAll(/\b\d{13}\b/g, '<time>'),
  }
}
