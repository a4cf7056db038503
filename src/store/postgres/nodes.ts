import { StoreRefused } from '../errors.ts'
import type { Queries } from './pool.ts'

/** A step that removes something runs only when no connected node still uses it. */
export async function refuseOlderNodes(queries: Queries, needs: number): Promise<void> {
  const [row] = await queries.rows<{ count: number }>(
    `SELECT count(*) AS count FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND CASE WHEN application_name ~ '^byhand/[0-9]+$' THEN substring(application_name FROM 8)::integer < $1 END`,
    [needs],
  )
  if ((row?.count ?? 0) === 0) return
  throw new StoreRefused(
    `The database was not migrated: ${row?.count} connections belong to older versions of Byhand, which do not support version ${needs}. Upgrade every node to a version that does, then migrate again.`,
  )
}
