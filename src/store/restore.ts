import { readBackup, verifyBackup } from './backup/format.ts'
import { isPostgres } from './open.ts'
import { loadPostgres } from './postgres/load.ts'
import { loadSqlite } from './sqlite/load.ts'

/** Fills an empty store from a backup of either engine. Verifies the whole file first; then restores all of it, or nothing. */
export async function restore(fromFile: string, url: string, dataFolder: string): Promise<{ rows: number }> {
  const checked = await verifyBackup(fromFile)
  const rows = readBackup(fromFile)
  await (isPostgres(url) ? loadPostgres(url, rows) : loadSqlite(dataFolder, rows))
  return checked
}
