/** Whether the text is a publicly routable IP address. */
import { isPublic, parseAddress } from '../../network/address.ts'

export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text)
  if (address === null || !isPublic(address)) return false
  // An IPv4-mapped IPv6 address is parsed as IPv4, but no public host needs that notation.
  return typeof address !== 'number' || !text.includes(':')
}
