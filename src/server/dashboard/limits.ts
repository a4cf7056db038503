/** Rate limits of the dashboard: per member, and per IP address for requests without a login. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../base/services.ts'
import { limitRate } from '../http/limit_rate.ts'

export interface DashboardLimits {
  /** For logged-in members, per member. */
  member(request: FastifyRequest, reply: FastifyReply): void
  /** For requests without a login, per IP address. */
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
