/** `/.well-known/security.txt` (RFC 9116): whom to tell about a vulnerability of this installation. */
import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { ApiError } from './errors.ts'
import { publicPage } from './limit_pages.ts'

export const SECURITY_TXT = '/.well-known/security.txt'

const DAY_MS = 86_400_000
/** The contact is current while the service runs with it, so the date moves on. */
const VALID_DAYS = 30

export function securityTxt(contact: string, publicUrl: string | undefined, now: number): string {
  const expires = new Date((Math.floor(now / DAY_MS) + VALID_DAYS) * DAY_MS)
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString().replace('.000', '')}`,
    'Preferred-Languages: en',
    ...(publicUrl?.startsWith('https:') ? [`Canonical: ${publicUrl}${SECURITY_TXT}`] : []),
  ]
  return `${lines.join('\n')}\n`
}

/** 404 without a contact: only the operator knows one. */
export async function securityTxtRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { config, now } = services
  const options = publicPage(services)
  app.get(SECURITY_TXT, options, async (_request, reply) => {
    const { securityContact, publicUrl } = config
    if (securityContact === undefined) throw new ApiError('not_found')
    return reply.type('text/plain; charset=utf-8').send(securityTxt(securityContact, publicUrl, now()))
  })
}
