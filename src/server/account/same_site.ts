/** Whether a form came from our own page. Browsers say so in one of two headers; who sends neither is refused. */
import type { FastifyRequest } from 'fastify'

export function isSameSite({ headers, host }: FastifyRequest, publicUrl: string | undefined): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const own = publicUrl === undefined ? [`http://${host}`, `https://${host}`] : [new URL(publicUrl).origin]
  return headers.origin !== undefined && own.includes(headers.origin)
}
