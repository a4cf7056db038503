/** Reads the schema version of a store without changing it. */
import { isPostgres } from './open.ts'
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
}

export async function storeVersion(url: string, dataFolder: string): Promise<StoreVersion> {
  if (!isPostgres(url)) return { stored: storedVersion(dataFolder), newest: NEWEST_VERSION }
  const schema = await withConnection(url, readSchema)
  const newest = POSTGRES_STEPS.length
  return schema === null ? { stored: null, newest } : { ...schema, newest }
}
