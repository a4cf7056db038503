/** Which country an address is in. */
import type { Address } from './address.ts'
import { NetworkDataError } from './errors.ts'
import { type MmdbValue, readMmdb } from './mmdb.ts'
import { valueAt } from './ranges.ts'

export interface Countries {
  /** Milliseconds since 1970, when the data was made. */
  readonly madeAt: number
  /** ISO 3166-1 alpha-2, or null where the data is silent. */
  countryOf(address: Address): string | null
}

export function readCountries(bytes: Buffer): Countries {
  const codes: string[] = []
  const indexes = new Map<string, number>()
  const { ranges, builtAt } = readMmdb(bytes, (record) => {
    const code = codeIn(record)
    if (code === null) return 0
    const known = indexes.get(code)
    if (known !== undefined) return known
    codes.push(code)
    indexes.set(code, codes.length)
    return codes.length
  })
  if (codes.length === 0) throw new NetworkDataError('its records name no country')
  return { madeAt: builtAt, countryOf: (address) => codes[valueAt(ranges, address) - 1] ?? null }
}

/** Publishers differ: `country.iso_code` (MaxMind, DB-IP), `country_code` or `country`. */
function codeIn(record: MmdbValue): string | null {
  if (record === null || typeof record !== 'object' || Array.isArray(record)) return null
  const fields = record as { readonly [key: string]: MmdbValue }
  const country = fields.country as { readonly iso_code?: MmdbValue } | string | undefined
  const code = fields.country_code ?? (typeof country === 'object' ? country?.iso_code : country)
  return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : null
}
