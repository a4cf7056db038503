/** Whether a page of this service sent the request, by `Sec-Fetch-Site` or `Origin`. False if both are missing. */
import type { FastifyRequest } from 'fastify'

export function isSameSite({ headers, host }: FastifyRequest, publicUrl: string | undefined): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const own = publicUrl === undefined ? [`http://${host}`, `https://${host}`] : [new URL(publicUrl).origin]
  return headers.origin !== undefined && own.includes(headers.origin)
}
