/**
 * Address blocks of privacy relays built into devices. iCloud Private Relay exits from networks of Akamai, Cloudflare
 * and Fastly; Cloudflare WARP uses two of these blocks. The blocks contain no servers, although their operators run
 * some. For exact addresses, load Apple's published list with `byhand network update --relay`.
 */
import { parseList } from './list.ts'

export const RELAY_RANGES = parseList(
  [
    '104.28.0.0/16', // Cloudflare
    '2606:54c0::/30',
    '2a09:bac0::/29',
    '140.248.0.0/16', // Fastly
    '146.75.0.0/16',
    '2a04:4e41::/32',
    '172.224.0.0/12', // Akamai
    '2a02:26f7::/32',
  ].join('\n'),
  { ipv4: 0.01, ipv6: 0.01 },
).ranges
