/** How nodes on one database know of each other: every connection carries the version of its program. */
import { StoreRefused } from '../store.ts'
import type { Queries } from './database.ts'

export const applicationName = (version: number): string => `byhand/${version}`

/** Nodes that would break are not broken silently: whoever takes something away waits until they are gone. */
export async function refuseOlderNodes(queries: Queries, needs: number): Promise<void> {
  const [row] = await queries.rows<{ count: number }>(
    `SELECT count(*) AS count FROM pg_stat_activity WHERE datname = current_database()
       AND pid <> pg_backend_pid() AND CASE WHEN application_name ~ '^byhand/[0-9]+$'
         THEN substring(application_name FROM 8)::integer < $1 ELSE application_name = 'byhand' END`,
    [needs],
  )
  if ((row?.count ?? 0) === 0) return
  throw new StoreRefused(
    `The database was not migrated: ${row?.count} connections are of programs older than version ${needs}, which would break. Bring every node to a version that knows ${needs}, then migrate again.`,
  )
}
