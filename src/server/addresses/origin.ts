/** Allowed origins of a site key. This stops pages of other sites, not clients that forge the Origin header. */

export class OriginError extends Error {
  override readonly name = 'OriginError'
}

const WILDCARD = '*.'
const SUBDOMAIN = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/

/** `https://Example.org/` becomes `https://example.org`; `https://*.example.org` stands for every subdomain. */
export function normalizeOrigin(text: string): string {
  const match = /^(https?:\/\/)(\*\.)?([^/?#@\s*]+)\/?$/i.exec(text.trim())
  const url = match ? URL.parse(`${match[1]}${match[3]}`) : null
  if (match === null || url === null) {
    throw new OriginError('must have the form https://example.org or https://*.example.org')
  }
  return match[2] ? url.origin.replace('://', `://${WILDCARD}`) : url.origin
}

/** An empty list allows every request, with or without an Origin header. */
export function isOriginAllowed(allowed: readonly string[], origin: string | undefined): boolean {
  if (allowed.length === 0) return true
  if (origin === undefined) return false
  return allowed.some((pattern) => matches(pattern, origin))
}

function matches(pattern: string, origin: string): boolean {
  const star = pattern.indexOf(WILDCARD)
  if (star === -1) return pattern === origin
  const scheme = pattern.slice(0, star)
  const suffix = pattern.slice(star + 1)
  if (!origin.startsWith(scheme) || !origin.endsWith(suffix)) return false
  return SUBDOMAIN.test(origin.slice(scheme.length, -suffix.length))
}
