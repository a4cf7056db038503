/** A client that is logged in to a running service, like the dashboard pages. */
import { apiUrl } from '../../src/dashboard/client.ts'
import { createLoginLink } from '../../src/server/account/accounts.ts'
import type { Role } from '../../src/store/accounts.ts'
import type { RunningService } from './running_service.ts'

export const PASSWORD = 'correct horse battery'

export interface Answer<Body = unknown> {
  readonly status: number
  readonly headers: Headers
  readonly json: Body
  readonly text: string
}

export interface DashboardClient {
  readonly cookie: string
  // Each test names the expected type.
  get<Body = never>(path: string): Promise<Answer<Body>>
  send<Body = never>(method: string, path: string, body?: unknown): Promise<Answer<Body>>
}

export const OWN_HEADERS = { 'sec-fetch-site': 'same-origin', 'x-byhand': '1' } as const

export function dashboardClient(
  address: string,
  cookie = '',
  headers: Readonly<Record<string, string>> = {},
): DashboardClient {
  async function ask<Body>(method: string, path: string, body?: unknown): Promise<Answer<Body>> {
    const isFile = typeof body === 'string' || Buffer.isBuffer(body)
    const response = await fetch(address + apiUrl(path), {
      method,
      redirect: 'manual',
      headers: {
        ...(method === 'GET' ? {} : OWN_HEADERS),
        ...headers,
        ...(cookie !== '' && { cookie }),
        ...(body !== undefined && { 'content-type': isFile ? 'text/csv' : 'application/json' }),
      },
      ...(body !== undefined && { body: isFile ? (body as BodyInit) : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: (isJson ? JSON.parse(text) : null) as Body,
    }
  }
  return { cookie, get: (path) => ask('GET', path), send: ask }
}

export const cookieOf = ({ headers }: Answer): string =>
  (headers.get('set-cookie') ?? '').split(';', 1)[0] as string

let people = 0

/** A new member of the workspace. */
export async function loginTo(
  service: RunningService,
  workspace: string,
  role: Role = 'owner',
  email = `person${++people}@example.org`,
): Promise<DashboardClient> {
  const { store, now } = service.services
  const token = await createLoginLink(store.accounts, workspace, role, now())
  const answer = await dashboardClient(service.address).send('POST', '/first-login', {
    token,
    email,
    password: PASSWORD,
  })
  if (answer.status !== 200) throw new Error(`the login failed: ${answer.text}`)
  return dashboardClient(service.address, cookieOf(answer))
}
