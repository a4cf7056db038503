/** IP addresses without the part that identifies a connection. */

const IPV4_GROUPS = 3
const IPV6_GROUPS = 3

/** `192.0.2.0/24` or `2001:db8:1::/48`. An address that is truncated already stays as it is. */
export function truncatedAddress(address: string): string {
  if (address.includes('/')) return address
  if (!address.includes(':')) return `${address.split('.').slice(0, IPV4_GROUPS).join('.')}.0/24`
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const filled = [
    ...groups,
    ...Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0'),
    ...after,
  ]
  return `${filled.slice(0, IPV6_GROUPS).join(':')}::/48`
}
