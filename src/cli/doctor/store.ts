import type { Config } from '../../server/base/config.ts'
import { isPostgres, openStore } from '../../store/open.ts'
import type { Store } from '../../store/store.ts'
import { type StoreVersion, storeVersion } from '../../store/version.ts'
import type { Finding } from './finding.ts'

export interface StoreFinding {
  readonly finding: Finding
  /** When the newest session was last heard of. */
  readonly newest?: number | undefined
}

const NAME = 'store'

export async function checkStore(config: Config): Promise<StoreFinding> {
  try {
    const before = versionFinding(await storeVersion(config.store, config.dataFolder))
    if (before !== undefined) return { finding: before }
    const store = await openStore(config.store, config.dataFolder, { beside: true })
    try {
      await store.ping()
      const count = await store.sessions.count()
      const finding: Finding = { name: NAME, state: 'ok', detail: `It answers, and holds ${count} sessions.` }
      return { finding, newest: await newestTime(store) }
    } finally {
      await store.close()
    }
  } catch (error) {
    return {
      finding: {
        name: NAME,
        state: 'broken',
        detail: `It does not answer: ${error instanceof Error ? error.message : error}`,
        mend: isPostgres(config.store)
          ? 'See that PostgreSQL runs, and that BYHAND_STORE has the right address, user and password.'
          : 'If the file is damaged, move the data folder away and restore a backup (byhand restore).',
      },
    }
  }
}

/** Undefined when the database is there and of a version that this program works with. */
export function versionFinding({ stored, newest, needs }: StoreVersion): Finding | undefined {
  if (stored === newest) return undefined
  if (stored === null)
    return { name: NAME, state: 'ok', detail: 'Its tables will be made at the first start.' }
  if (stored > newest) {
    if (needs !== undefined && needs <= newest) return undefined
    return {
      name: NAME,
      state: 'broken',
      detail: `The database is of version ${stored}; this program knows ${newest}.`,
      mend: 'Run the newer program that wrote it, or restore a backup into an empty store.',
    }
  }
  return {
    name: NAME,
    state: 'warning',
    detail: `The database is of version ${stored} and will be brought to ${newest} at the next start.`,
    mend: 'Make a backup with the version that wrote it, then start, or run byhand migrate.',
  }
}

async function newestTime({ keys, sessions }: Store): Promise<number | undefined> {
  const times: number[] = []
  for (const { id } of await keys.workspaces()) {
    for (const { session } of await sessions.recent(id, { limit: 1 })) times.push(session.lastAt)
  }
  return times.length === 0 ? undefined : Math.max(...times)
}
