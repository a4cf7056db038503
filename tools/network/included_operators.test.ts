/** The source is available after `npm ci` in this folder only. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { INCLUDED_OPERATORS } from '../../src/network/included.ts'
import { writeOperatorFile } from '../../src/network/operator_file.ts'
import type { OperatorTables } from '../../src/network/operators.ts'
import { parseFile } from '../../src/network/parse.ts'
import { parseOperatorTables } from './operator_csv.ts'

const SOURCE = join(import.meta.dirname, 'node_modules/@ip-location-db/asn')
const hasSource = existsSync(SOURCE)
if (!hasSource) console.log(`skipped: no source of the included operators at ${SOURCE}`)

describe.skipIf(!hasSource)('the included operators', () => {
  it('are those of the published tables', () => {
    const read = (name: string) => readFileSync(join(SOURCE, name))
    const published = parseOperatorTables(read('asn-ipv4-num.csv'), read('asn-ipv6.csv'))
    const included = parseFile({ format: 'operatorTables', path: INCLUDED_OPERATORS.path }) as OperatorTables
    expect(published.ranges.starts4.length).toBeGreaterThan(400_000)
    expect(writeOperatorFile(included).equals(writeOperatorFile(published))).toBe(true)
  })
})
