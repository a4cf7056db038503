/** Of which version a store's tables are, without changing them. */
import { isPostgres } from './open.ts'
import { withConnection } from './postgres/database.ts'
import { STEPS as POSTGRES_STEPS } from './postgres/migrations/steps.ts'
import { NEWEST_VERSION, storedVersion } from './sqlite/migrate.ts'

export interface StoreVersion {
  /** Null: there are no tables yet. */
  readonly stored: number | null
  /** What this program works with. */
  readonly newest: number
}

export async function storeVersion(url: string, dataFolder: string): Promise<StoreVersion> {
  if (!isPostgres(url)) return { stored: storedVersion(dataFolder), newest: NEWEST_VERSION }
  const stored = await withConnection(url, async (queries) => {
    const [found] = await queries.rows<{ there: boolean }>(
      `SELECT to_regclass('migrations') IS NOT NULL AS there`,
    )
    if (!found?.there) return null
    const [last] = await queries.rows<{ number: number | null }>(
      'SELECT max(number) AS number FROM migrations',
    )
    return last?.number ?? null
  })
  return { stored, newest: POSTGRES_STEPS.length }
}
