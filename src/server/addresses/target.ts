/** Validates a URL that this server requests for others. `guarded_request.ts` verifies the resolved addresses when it connects. */
import { isIP } from 'node:net'
import { isPublicAddress } from './public_address.ts'

export class TargetRefused extends Error {
  override readonly name = 'TargetRefused'
}

export function targetOf(text: string, allowPrivate: boolean): URL {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) throw new TargetRefused('must be an https URL')
  if (url.protocol === 'http:' && !allowPrivate) throw new TargetRefused('must start with https://')
  if (url.username !== '' || url.password !== '')
    throw new TargetRefused('must not contain a user name or password')
  if (url.hash !== '') throw new TargetRefused('must not have a fragment')
  const host = hostOf(url)
  if (!allowPrivate && (isIP(host) === 0 ? isLocalName(host) : !isPublicAddress(host))) {
    throw new TargetRefused('must not be a private, loopback or reserved address')
  }
  return url
}

/** The host without the brackets of IPv6. The URL parser has normalized all other spellings. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/** Names that resolve to this machine or its local network. */
const isLocalName = (host: string) =>
  /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)\.?$/i.test(host) || !host.includes('.')
