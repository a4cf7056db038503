/** The IP address of a client. Only the entries of `X-Forwarded-For` that trusted proxies added count. */
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv4 } from 'node:net'

const NAMED_RANGES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Throws if a range is invalid. */
export function parseRanges(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges.flatMap((name) => NAMED_RANGES[name] ?? [name])) {
    const [address = '', bits, ...rest] = range.split('/')
    const version = isIP(address)
    const widest = version === 4 ? 32 : 128
    const width = bits === undefined ? widest : Number(bits)
    if (version === 0 || rest.length > 0 || !/^\d+$/.test(bits ?? '0') || width > widest) {
      throw new Error('must list addresses, CIDR ranges, loopback, linklocal or uniquelocal')
    }
    list.addSubnet(address, width, version === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

export interface ClientAddress {
  of(request: IncomingMessage): string
  isProxy(address: string): boolean
}

/** Calls `onUntrusted` once when an unlisted address sends `X-Forwarded-For`: a missing setting, or a spoofed header. */
export function openClientAddress(
  trustedProxies: readonly string[],
  onUntrusted: () => void = () => {},
): ClientAddress {
  const trusted = parseRanges(trustedProxies)
  const any = trustedProxies.length > 0
  let reported = false
  const isProxy = (address: string) => any && trusted.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')

  return {
    isProxy: (address) => isProxy(unmapped(address)),
    of(request) {
      let address = unmapped(request.socket.remoteAddress ?? '')
      const header = request.headers['x-forwarded-for']
      if (typeof header !== 'string') return address
      if (!isProxy(address)) {
        if (!reported) onUntrusted()
        reported = true
        return address
      }
      // Each proxy appends its peer on the right, so walk left to the first address that is not a trusted proxy.
      for (let end = header.length; end > 0; ) {
        const comma = header.lastIndexOf(',', end - 1)
        const hop = parseHop(header.slice(comma + 1, end))
        if (hop === undefined) return address
        address = hop
        if (!isProxy(address)) return address
        end = comma
      }
      return address
    },
  }
}

/** `1.2.3.4`, `1.2.3.4:567`, `[2001:db8::1]:567` or `2001:db8::1`. */
function parseHop(text: string): string | undefined {
  const hop = text.trim()
  const bare =
    /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/.exec(hop)?.[1] ?? hop
  return isIP(bare) === 0 ? undefined : unmapped(bare)
}

/** A dual-stack socket reports IPv4 clients as `::ffff:1.2.3.4`. */
export function unmapped(address: string): string {
  return address.startsWith('::ffff:') && isIPv4(address.slice(7)) ? address.slice(7) : address
}

/**
 * The subject of per-IP rate limits: an IPv4 address, or the /64 prefix of an IPv6 address, because one customer gets
 * a whole /64.
 */
export function rateSubject(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  while (groups.length + after.length < 8) groups.push('0')
  groups.push(...after)
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')
}
