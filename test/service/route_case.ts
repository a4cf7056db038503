/** A route with its permitted callers and a valid request. */
import type { Role } from '../../src/store/accounts.ts'
import type { FilledWorkspace, Names } from './attack_workspace.ts'

export interface RouteCase {
  /** `GET /v1/sessions/:sessionId/report` */
  readonly route: string
  /** Routes that are attacked together. */
  readonly family: string
  /** The credentials that the route accepts. With `role`, a login too. */
  readonly access: 'open' | 'site' | 'sessions' | 'survey' | 'admin' | 'login'
  /** With a login: the lowest role with permission. Null: no login is accepted. */
  readonly role: Role | null
  readonly path: (names: Names) => string
  readonly body?: (names: Names & Pick<FilledWorkspace, 'siteKey'>) => unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Status of a valid request; 200 by default. */
  readonly status?: number
  /** Whether the response contains the workspace's mark. */
  readonly shows?: boolean
  /** Takes a second or more, or refuses many at once, so it gets a tenth of the attacks. */
  readonly isDear?: boolean
  /** A wrong key is an error of the proxy that sent it, not of the visitor. */
  readonly isForProxies?: boolean
}

export type More = Partial<Pick<RouteCase, 'body' | 'status' | 'shows' | 'isDear' | 'role'>>
export const manage = (method: string, url: string, path: RouteCase['path'], more: More = {}): RouteCase => ({
  route: `${method} ${url}`,
  family: `manage ${url.split('/')[2]}`,
  access: 'admin',
  role: null,
  path,
  ...more,
})
/** For keys with the permission `admin` and for members with at least this role. */
export const both = (method: string, url: string, role: Role, path: RouteCase['path'], more: More = {}) =>
  manage(method, url, path, { role, ...more })
/** For members with at least this role, and no program. */
export const members = (
  method: string,
  url: string,
  role: Role,
  path: RouteCase['path'],
  more: More = {},
) => ({
  ...both(method, url, role, path, more),
  access: 'login' as const,
})
