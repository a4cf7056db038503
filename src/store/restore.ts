import { readBackup, verifyBackup } from './backup/format.ts'
import { isPostgres } from './open.ts'
import { loadPostgres } from './postgres/load.ts'
import { loadSqlite } from './sqlite/load.ts'

/**
 * Fills an empty store from a backup of any engine. The file is read through and checked before anything is written;
 * then all of it is restored, or nothing.
 */
export async function restore(fromFile: string, url: string, dataFolder: string): Promise<{ rows: number }> {
  const checked = await verifyBackup(fromFile)
  const rows = readBackup(fromFile)
  await (isPostgres(url) ? loadPostgres(url, rows) : loadSqlite(dataFolder, rows))
  return checked
}
