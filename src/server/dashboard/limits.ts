/** How much one member may ask for, and how often somebody who is not logged in may knock. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../base/services.ts'
import { limitRate } from '../http/limit_rate.ts'

export interface DashboardLimits {
  /** Whoever is logged in, by who they are. */
  member(request: FastifyRequest, reply: FastifyReply): void
  /** Whoever is not, by where they come from. */
  login(request: FastifyRequest, reply: FastifyReply): void
}

export function dashboardLimits(
  services: Services,
  addressOf: (request: FastifyRequest) => string,
): DashboardLimits {
  const { dashboardReads, dashboardChanges, loginsPerIp } = services.config.rates
  return {
    member({ method, signedIn }, reply) {
      const isRead = method === 'GET' || method === 'HEAD'
      limitRate(services, reply, isRead ? dashboardReads : dashboardChanges, signedIn.member.id)
    },
    login: (request, reply) => limitRate(services, reply, loginsPerIp, addressOf(request)),
  }
}
