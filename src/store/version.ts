/** Reads the schema version of a store without changing it. */
import { isPostgres } from './open.ts'
import { hasCitus, isUndistributed } from './postgres/distribute.ts'
import { readSchema } from './postgres/migrate.ts'
import { STEPS as POSTGRES_STEPS } from './postgres/migrations/steps.ts'
import { withConnection } from './postgres/pool.ts'
import { NEWEST_VERSION, storedVersion } from './sqlite/migrate.ts'

export interface StoreVersion {
  /** Null: there are no tables yet. */
  readonly stored: number | null
  /** The version of this program. */
  readonly newest: number
  /** The version a program must know to use this store; absent: the stored one. */
  readonly needs?: number
  /** Whether tables of a Citus cluster are not distributed yet. */
  readonly isUndistributed?: boolean
}

export async function storeVersion(url: string, dataFolder: string): Promise<StoreVersion> {
  if (!isPostgres(url)) return { stored: storedVersion(dataFolder), newest: NEWEST_VERSION }
  const newest = POSTGRES_STEPS.length
  return withConnection(url, async (queries) => {
    const schema = await readSchema(queries)
    if (schema === null) return { stored: null, newest }
    const waits = (await hasCitus(queries)) && (await isUndistributed(queries))
    return { ...schema, newest, isUndistributed: waits }
  })
}
