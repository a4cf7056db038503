/** Admits requests of pages by their site key and origin. */
import type { IncomingHttpHeaders } from 'node:http'
import type { KeyRow } from '../../store/keys.ts'
import { isOriginAllowed } from '../addresses/origin.ts'
import { ApiError } from './errors.ts'

export function requireAllowedSite(
  site: KeyRow | null,
  { origin }: IncomingHttpHeaders,
): asserts site is KeyRow {
  if (site === null || site.kind !== 'site') throw new ApiError('invalid_site_key')
  if (!isOriginAllowed(site.origins, origin)) throw new ApiError('origin_rejected')
}
