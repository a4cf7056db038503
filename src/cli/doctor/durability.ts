import { isPostgres } from '../../store/open.ts'
import { withConnection } from '../../store/postgres/database.ts'
import type { Finding } from './finding.ts'

/** Of the server, as somebody else's connection would find them: our own say what they need. */
export interface DurabilitySettings {
  readonly fsync: string
  readonly full_page_writes: string
  readonly synchronous_commit: string
}

const SETTINGS = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

/** None where the store is a file of ours, or does not answer, which another finding says. */
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
    `ALTER SYSTEM SET ${setting} = on; SELECT pg_reload_conf(); and look for who set it otherwise.`
  if (settings.fsync === 'off') {
    const detail = 'PostgreSQL runs with fsync = off: a power cut loses and damages what was acknowledged.'
    return { name, state: 'broken', detail, mend: mend('fsync') }
  }
  if (settings.full_page_writes === 'off') {
    const detail =
      'PostgreSQL runs with full_page_writes = off: a power cut can tear pages, unless its file system writes them whole.'
    return { name, state: 'warning', detail, mend: mend('full_page_writes') }
  }
  if (settings.synchronous_commit === 'off') {
    const detail =
      'PostgreSQL is set to synchronous_commit = off. This service sets it on for its own connections; others lose their last moments in a crash.'
    return { name, state: 'warning', detail, mend: mend('synchronous_commit') }
  }
  return { name, state: 'ok', detail: 'PostgreSQL acknowledges only what it has synced.' }
}
