/** Of which version a store's tables are, without changing them. */
import { isPostgres } from './open.ts'
import { withConnection } from './postgres/database.ts'
import { readSchema } from './postgres/migrate.ts'
import { STEPS as POSTGRES_STEPS } from './postgres/migrations/steps.ts'
import { NEWEST_VERSION, storedVersion } from './sqlite/migrate.ts'

export interface StoreVersion {
  /** Null: there are no tables yet. */
  readonly stored: number | null
  /** What this program works with. */
  readonly newest: number
  /** The version a program must know to work with what is stored; absent: the stored one. */
  readonly needs?: number
}

export async function storeVersion(url: string, dataFolder: string): Promise<StoreVersion> {
  if (!isPostgres(url)) return { stored: storedVersion(dataFolder), newest: NEWEST_VERSION }
  const schema = await withConnection(url, readSchema)
  const newest = POSTGRES_STEPS.length
  return schema === null ? { stored: null, newest } : { ...schema, newest }
}
