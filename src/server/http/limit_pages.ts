/** Limits requests for public files and pages per IP address. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { openClientAddress, rateSubject } from '../addresses/client_address.ts'
import type { Services } from '../services.ts'
import { limitRate } from './limit_rate.ts'

/** Options for a route that serves a public page. */
export interface PublicPage {
  readonly onRequest: (request: FastifyRequest, reply: FastifyReply, done: () => void) => void
}

export function publicPage(services: Services): PublicPage {
  const limit = limitAddress(services)
  return {
    onRequest(request, reply, done) {
      limit(request, reply)
      done()
    },
  }
}

/** Counts a request by its IP address. */
export function limitAddress(services: Services): (request: FastifyRequest, reply: FastifyReply) => void {
  const { rates, trustedProxies } = services.config
  const addresses = openClientAddress(trustedProxies)
  return (request, reply) =>
    limitRate(services, reply, rates.pagesPerIp, rateSubject(addresses.of(request.raw)))
}
