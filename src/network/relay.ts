/**
 * Blocks through which privacy relays built into phones and computers send people's traffic: iCloud Private Relay
 * leaves from networks of Akamai, Cloudflare and Fastly, and Cloudflare's WARP shares two of them. They hold no
 * servers, but their operators do. An operator who wants them to the address gives Apple's published list.
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
