import { isPostgres } from '../../store/open.ts'
import { withConnection } from '../../store/postgres/database.ts'
import type { Finding } from './finding.ts'

/** Server defaults; connections of this service override what they need. */
export interface DurabilitySettings {
  readonly fsync: string
  readonly full_page_writes: string
  readonly synchronous_commit: string
}

const SETTINGS = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

/** Empty for SQLite, and if PostgreSQL does not respond, which `checkStore` reports. */
export async function checkDurability(url: string): Promise<Finding[]> {
  if (!isPostgres(url)) return []
  try {
    const rows = await withConnection(url, (queries) =>
      queries.rows<{ name: string; setting: string }>(
        `SELECT name, setting FROM pg_settings WHERE name IN (${SETTINGS.map((name) => `'${name}'`)})`,
      ),
    )
    return [durabilityFinding(Object.fromEntries(rows.map(({ name, setting }) => [name, setting])))]
  } catch {
    return []
  }
}

export function durabilityFinding(settings: Partial<DurabilitySettings>): Finding {
  const name = 'durability'
  const mend = (setting: string) =>
    `Run ALTER SYSTEM SET ${setting} = on; SELECT pg_reload_conf(); and remove the setting that disables it.`
  if (settings.fsync === 'off') {
    const detail = 'PostgreSQL runs with fsync = off: a power failure can lose or corrupt acknowledged data.'
    return { name, state: 'broken', detail, mend: mend('fsync') }
  }
  if (settings.full_page_writes === 'off') {
    const detail =
      'PostgreSQL runs with full_page_writes = off: a power failure can leave torn pages, unless the file system prevents them.'
    return { name, state: 'warning', detail, mend: mend('full_page_writes') }
  }
  if (settings.synchronous_commit === 'off') {
    const detail =
      'PostgreSQL runs with synchronous_commit = off. This service turns it on for its own connections; other clients can lose recent commits in a crash.'
    return { name, state: 'warning', detail, mend: mend('synchronous_commit') }
  }
  return { name, state: 'ok', detail: 'PostgreSQL syncs data before it acknowledges a commit.' }
}
