/** Looks up the operator of an address: AS number and name. */
import type { Address } from './address.ts'
import { type MmdbValue, openMmdb } from './mmdb.ts'
import { type RangeMap, valueAt } from './ranges.ts'

export interface Operator {
  readonly asn: number
  readonly name: string | null
}

export interface Operators {
  /** When the data was built, in milliseconds since 1970. */
  readonly madeAt: number
  operatorOf(address: Address): Operator | null
}

/** Only arrays of numbers: `operator_file.ts` reads them from a file without parsing. */
export interface OperatorTables {
  /** AS numbers, in any order. */
  readonly asns: Uint32Array
  /** All names in UTF-8, without separators; each begins where the one before it ends. */
  readonly names: Uint8Array
  readonly nameEnds: Uint32Array
  /** 1-based index into `asns`, by address. */
  readonly ranges: RangeMap
}

export function operatorsIn(tables: OperatorTables, madeAt: number): Operators {
  return { madeAt, operatorOf: (address) => operatorAt(tables, valueAt(tables.ranges, address) - 1) }
}

export function allOperators(tables: OperatorTables): Operator[] {
  return Array.from(tables.asns, (_, at) => operatorAt(tables, at) as Operator)
}

function operatorAt({ asns, names, nameEnds }: OperatorTables, at: number): Operator | null {
  const asn = asns[at]
  if (asn === undefined) return null
  const name = DECODER.decode(names.subarray(nameEnds[at - 1] ?? 0, nameEnds[at]))
  return { asn, name: name === '' ? null : name }
}

const DECODER = new TextDecoder()

export function readOperators(bytes: Buffer): Operators {
  const { builtAt, at } = openMmdb(bytes, operatorIn, 'autonomous system')
  return { madeAt: builtAt, operatorOf: at }
}

/** Publishers differ: `autonomous_system_number` (MaxMind, DB-IP) or `asn: "AS64496"` with `as_name` or `name`. */
function operatorIn(record: MmdbValue): Operator | null {
  if (record === null || typeof record !== 'object' || Array.isArray(record)) return null
  const fields = record as { readonly [key: string]: MmdbValue }
  const number = fields.autonomous_system_number ?? fields.asn
  const asn = Number(typeof number === 'string' ? number.replace(/^AS/i, '') : number)
  if (!Number.isInteger(asn) || asn <= 0 || asn >= 2 ** 32) return null
  const name = fields.autonomous_system_organization ?? fields.as_name ?? fields.name
  return { asn, name: typeof name === 'string' && name !== '' ? name : null }
}
