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
  const { rates, trustedProxies } = services.config
  const addresses = openClientAddress(trustedProxies)
  return {
    onRequest(request, reply, done) {
      limitRate(services, reply, rates.pagesPerIp, rateSubject(addresses.of(request.raw)))
      done()
    },
  }
}
