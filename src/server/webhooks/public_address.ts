/** Whether an IP address is publicly routable. */
import { BlockList, isIP } from 'node:net'

/** https://www.iana.org/assignments/iana-ipv4-special-registry and its IPv6 counterpart, and multicast. */
const IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
] as const

/** Only global unicast, 2000::/3, is public, except for these ranges. */
const GLOBAL = '2000::/3'
const IPV6_INSIDE = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'] as const

const special = listOf([...IPV4, ...IPV6_INSIDE])
const global = listOf([GLOBAL])

export function isPublicAddress(text: string): boolean {
  const address = text.replace(/%.*$/s, '')
  const version = isIP(address)
  if (version === 4) return !special.check(address, 'ipv4')
  if (version !== 6) return false
  // Embedded IPv4 addresses lie outside 2000::/3, except for 6to4 and Teredo, which are listed.
  return global.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    list.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}
