/** PostgreSQL's part of the queries of lists and histograms. */
import type { Dialect } from '../fact_scan.ts'
import { sameKey } from './session_key.ts'

const DIALECT: Dialect = {
  parameter: (number) => `$${number}`,
  contains: (text, part) => `strpos(${text}, ${part}) > 0`,
  join: 'JOIN',
  same: sameKey,
  sameFacts: sameKey,
}

export const LATERAL: Dialect = {
  ...DIALECT,
  periods: (json) => `jsonb_to_recordset(${json}::jsonb) AS p ("no" bigint, "from" bigint, "to" bigint)`,
}
/** Citus has no lateral joins with a limit. */
export const CLUSTER: Dialect = { ...DIALECT, rejoins: true }
