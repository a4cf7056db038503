/**
 * Limits new sessions per IP address and per site key. Site keys are public: without a preference, a few addresses could
 * use up the rate of a site and keep all visitors out. Above that rate, addresses with few recent sessions are admitted.
 */
import type { KeyRow } from '../../store/keys.ts'
import { rateSubject } from '../addresses/client_address.ts'
import { limitRate } from '../http/limit_rate.ts'
import type { ResponseHeaders } from '../http/response_headers.ts'
import { openRateLimiter, type RatePolicy } from '../limits/rate_limit.ts'
import type { Services } from '../services.ts'

/** Sessions of an address within the window that are admitted above the rate of a site: a retry, a second tab. */
const NEWCOMER_SESSIONS = 3

const LOG_EVERY_MS = 60_000

/** Throws 429 above the limits. */
export type LimitSessions = (site: KeyRow, ip: string, headers: ResponseHeaders) => void

export function openSessionRate(services: Services): LimitSessions {
  const { config, metrics, log } = services
  const { sessionsPerIp, sessionsPerSite, newcomerMinutes } = config.rates
  const newcomers: RatePolicy = {
    name: 'newcomers',
    quota: newcomerMinutes === 0 ? 0 : NEWCOMER_SESSIONS,
    windowS: newcomerMinutes * 60,
  }
  // Counted by each node alone: there are as many entries as visitors.
  const recent = openRateLimiter()
  const loggedAt = new Map<string, number>()

  function logExceeded({ id, workspace }: KeyRow): void {
    const now = performance.now()
    if (now - (loggedAt.get(id) ?? Number.NEGATIVE_INFINITY) < LOG_EVERY_MS) return
    loggedAt.set(id, now)
    log.warn('session rate of a site key exceeded', {
      site_key_id: id,
      workspace,
      quota: sessionsPerSite.quota,
    })
  }

  return (site, ip, headers) => {
    const subject = rateSubject(ip)
    limitRate(services, headers, sessionsPerIp, subject)
    const isNewcomer = newcomers.quota > 0 && recent.take(newcomers, `${site.id} ${subject}`).allowed
    try {
      limitRate(services, headers, sessionsPerSite, site.id)
    } catch (error) {
      logExceeded(site)
      metrics.sessionsAboveRate.inc({ outcome: isNewcomer ? 'admitted' : 'rejected' })
      if (!isNewcomer) throw error
    }
  }
}
