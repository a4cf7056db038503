/** Looks up the country of an address. */
import type { Address } from './address.ts'
import { type MmdbValue, openMmdb } from './mmdb.ts'

export interface Countries {
  /** When the data was built, in milliseconds since 1970. */
  readonly madeAt: number
  /** ISO 3166-1 alpha-2, or null without data. */
  countryOf(address: Address): string | null
}

export function readCountries(bytes: Buffer): Countries {
  const { builtAt, at } = openMmdb(bytes, codeIn, 'country')
  return { madeAt: builtAt, countryOf: at }
}

/** Publishers differ: `country.iso_code` (MaxMind, DB-IP), `country_code` or `country`. */
function codeIn(record: MmdbValue): string | null {
  if (record === null || typeof record !== 'object' || Array.isArray(record)) return null
  const fields = record as { readonly [key: string]: MmdbValue }
  const country = fields.country as { readonly iso_code?: MmdbValue } | string | undefined
  const code = fields.country_code ?? (typeof country === 'object' ? country?.iso_code : country)
  return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : null
}
