/** Network data that comes with Byhand, compressed. `research/network/include.ts` writes it. */
import { join } from 'node:path'
import included from './included/included.json' with { type: 'json' }

export interface IncludedFile {
  readonly path: string
  readonly version: string
}

const fileOf = (name: string, { version }: { readonly version: string }): IncludedFile => ({
  path: join(import.meta.dirname, 'included', `${name}.zst`),
  version,
})

/** Country of an address: DB-IP's IP to Country Lite. */
export const INCLUDED_COUNTRIES = fileOf('countries.mmdb', included.countries)

/** Operator of an address: Route Views, the regional registries and DB-IP's IP to ASN Lite, merged. */
export const INCLUDED_OPERATORS = fileOf('operators.bin', included.operators)

/** The build time of data, from its version, such as `2.3.2026061719`. */
export function madeAt(version: string): number {
  const [, year, month, day, hour] = /(\d{4})(\d{2})(\d{2})(\d{2})$/.exec(version) ?? []
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour))
}
