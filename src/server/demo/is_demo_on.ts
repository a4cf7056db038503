/**
 * Whether a request may see the live demo. It shows how input is scored, so by default only someone on this machine
 * sees it: the service listens on loopback, and the request was addressed to loopback and came through no proxy.
 */
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i

export function isDemoConfigured({
  demo,
  host,
  publicUrl,
}: Pick<Config, 'demo' | 'host' | 'publicUrl'>): boolean {
  if (demo !== 'auto') return demo === 'yes'
  return LOOPBACK.test(host) && (publicUrl === undefined || LOOPBACK.test(new URL(publicUrl).hostname))
}

export function isDemoOn(
  config: Pick<Config, 'demo' | 'host' | 'publicUrl'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
): boolean {
  if (!isDemoConfigured(config)) return false
  if (config.demo === 'yes') return true
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  return LOOPBACK.test(host) && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined
}
