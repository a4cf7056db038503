/**
 * Classifies an operator's network by AS number and name. Names cover operators that no list contains; the list
 * `hosting_asns.json` covers operators whose names give no hint.
 */
import { GATEWAY_BRANDS, HOSTING_BRANDS, VPN_BRANDS } from './brands.ts'
import listed from './hosting_asns.json' with { type: 'json' }
import type { Operator } from './operators.ts'

/** `access`: homes, phones, offices, schools, and all networks of unknown kind. */
export type OperatorKind = 'access' | 'hosting' | 'vpn' | 'gateway'

/** Words in the names of hosting companies, in several languages. */
const HOSTING_WORDS =
  /host(ing|ings|er|ers|ed|s)?\b|\bhost|hosting|cloud|\bdata[ -]?cent(er|re|rum|ro)|(?<!ob)servers?\b|\bserver|\bservidores\b|vps\b|\bvps|\bvds\b|vpn|\bproxy\b|\bproxies\b|\bcolo\b|(?<!proto|pic|nic|ni)colo(cation)?\b|\bcolocation|\bdedicated\b|\bbare ?metal\b|\bidc\b|\bcdn|\bweb ?(werks|services)\b|\bvirtual (machines?|systems)\b|\brack\w*|\bwebspace\b/i

/** Words in the names of access networks, and of organizations whose names contain a hosting word. */
const ACCESS_WORDS =
  /\b(broad ?band|fib(er|re|ra)|fibrenet|ft?tx|ftth|cable|catv|wireless|wi-?fi|wisp|mobile|cellular|telecom\w*|telekom\w*|telefon\w*|telco|isp|cooperative|universi\w*|school|college|educa\w*|bank|hospital|hotels?|clinic|health|insurance|government|ministry|city of|county|municipal\w*|church|airlines?|airport|satellite|the cloud networks|afrihost|fiberhost)\b/i

const GATEWAYS = wholeWords(GATEWAY_BRANDS)
const VPNS = wholeWords(VPN_BRANDS)
const HOSTS = wholeWords(HOSTING_BRANDS)

/** Access networks of hosting brands. */
const ACCESS_OF_BRANDS =
  /google (fiber|access)|oracle (park|arena)|ovh telecom|city of palo alto|strato(sphere|s\b)/i

export function kindOf({ asn, name }: Operator, lists: AsnLists = LISTED): OperatorKind {
  if (lists.access.has(asn)) return 'access'
  if (name !== null && GATEWAYS.test(name)) return 'gateway'
  if (lists.vpn.has(asn)) return 'vpn'
  if (name !== null && VPNS.test(name)) return 'vpn'
  if (lists.hosting.has(asn) || (name !== null && isHostingName(name))) return 'hosting'
  return 'access'
}

export function isHostingName(name: string): boolean {
  if (HOSTS.test(name)) return !ACCESS_OF_BRANDS.test(name)
  return HOSTING_WORDS.test(name) && !ACCESS_WORDS.test(name)
}

/** AS numbers that take precedence over the name. */
export interface AsnLists {
  readonly hosting: ReadonlySet<number>
  readonly vpn: ReadonlySet<number>
  /** Access networks, although their names or other lists suggest hosting. */
  readonly access: ReadonlySet<number>
}

const LISTED: AsnLists = {
  hosting: numbers(listed.hosting),
  vpn: numbers(listed.vpn),
  access: numbers(listed.access),
}

/** Classifies by name only. */
export const NO_LISTS: AsnLists = { hosting: new Set(), vpn: new Set(), access: new Set() }

function numbers(named: Readonly<Record<string, string>>): ReadonlySet<number> {
  return new Set(Object.keys(named).map(Number))
}

function wholeWords(words: readonly string[]): RegExp {
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`(?<![\\w])(${escaped.join('|')})(?![\\w])`, 'i')
}
