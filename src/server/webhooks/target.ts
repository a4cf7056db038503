/** Where a webhook may point, as far as its address tells; who stands behind a name is looked at when connecting. */
import { isIP } from 'node:net'
import { isPublicAddress } from './public_address.ts'

export class TargetRefused extends Error {
  override readonly name = 'TargetRefused'
}

export function targetOf(text: string, allowPrivate: boolean): URL {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) throw new TargetRefused('must be an https address')
  if (url.protocol === 'http:' && !allowPrivate) throw new TargetRefused('must begin with https://')
  if (url.username !== '' || url.password !== '') throw new TargetRefused('must not hold a user or password')
  if (url.hash !== '') throw new TargetRefused('must not have a fragment')
  const host = hostOf(url)
  if (!allowPrivate && (isIP(host) === 0 ? isLocalName(host) : !isPublicAddress(host))) {
    throw new TargetRefused('must not be a private, loopback or reserved address')
  }
  return url
}

/** Without the brackets of IPv6. The parser has turned every other spelling of an address into the usual one. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/** Names that mean this machine or this network wherever they are asked for. */
const isLocalName = (host: string) =>
  /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)\.?$/i.test(host) || !host.includes('.')
