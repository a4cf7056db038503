/** Writes src/network/hosting_asns.json from the published ranges. Run: `node research/network/write_hosting_asns.ts`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { INCLUDED_OPERATORS } from '../../src/network/included.ts'
import { allOperators, type OperatorTables } from '../../src/network/operators.ts'
import { parseFile } from '../../src/network/parse.ts'
import { fitLists } from './fit.ts'
import { blocksIn } from './ip_data.ts'
import { NOT_HOSTING } from './not_hosting.ts'

const tables = parseFile({ format: 'operatorTables', path: INCLUDED_OPERATORS.path }) as OperatorTables
const names = new Map(allOperators(tables).map(({ asn, name }) => [asn, name ?? `AS${asn}`]))

const lists = fitLists(tables, { hosting: blocksIn('datacenter-ipv4.txt'), vpn: blocksIn('vpn-ipv4.txt') })
const named = (asns: ReadonlySet<number>) =>
  Object.fromEntries([...asns].sort((a, b) => a - b).map((asn) => [asn, names.get(asn)]))

const file = join(import.meta.dirname, '../../src/network/hosting_asns.json')
const content = {
  provenance: {
    what: 'Autonomous systems at least half of whose IPv4 space the published lists cover, by number and registered name',
    lists: 'X4BNet/lists_vpn (MIT), data-center and VPN ranges of 2026-08-22',
    operators: `@ip-location-db/asn ${INCLUDED_OPERATORS.version} (CC BY 4.0: Route Views, NRO, DB-IP.com)`,
    reviewed: `${Object.keys(NOT_HOSTING).length} taken out by hand, see research/network/not_hosting.ts`,
    written_by: 'research/network/write_hosting_asns.ts',
  },
  hosting: named(lists.hosting),
  vpn: named(lists.vpn),
  access: named(lists.access),
}
writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
console.log(`${lists.hosting.size} hosting, ${lists.vpn.size} vpn, ${lists.access.size} access`)
