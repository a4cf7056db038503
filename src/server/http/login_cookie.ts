/** The login cookie: a random token that scripts and other hosts cannot read or set. */
import type { FastifyRequest } from 'fastify'

/** Browsers restrict `__Host-` cookies to this host, path `/` and https; plain http cannot use the prefix. */
const nameOf = (secure: boolean) => (secure ? '__Host-byhand' : 'byhand')

const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Strict'

export function loginCookie(token: string, secure: boolean, lifeS: number): string {
  return `${nameOf(secure)}=${token}; ${ATTRIBUTES}; Max-Age=${lifeS}${secure ? '; Secure' : ''}`
}

export const clearedCookie = (secure: boolean): string => loginCookie('', secure, 0)

export function readLoginCookie(request: FastifyRequest, secure: boolean): string | undefined {
  const name = nameOf(secure)
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name && value !== undefined && /^[\w-]{43}$/.test(value)) return value
  }
  return undefined
}
