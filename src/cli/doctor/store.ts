import { counted } from '../../checks/sentence.ts'
import { newestSession } from '../../server/clock/service_clock.ts'
import type { Config } from '../../server/config/config.ts'
import type { ClockRow } from '../../store/clock.ts'
import { isPostgres, openStore } from '../../store/open.ts'
import { type StoreVersion, storeVersion } from '../../store/version.ts'
import { checkBrowsers } from './browsers.ts'
import type { Finding } from './finding.ts'

export interface StoreFinding {
  readonly finding: Finding
  /** The last activity of the newest session. */
  readonly newest?: number | undefined
  readonly clock?: ClockRow | null
  readonly browsers?: Finding
}

const NAME = 'store'

export async function checkStore(config: Config): Promise<StoreFinding> {
  try {
    const before = versionFinding(await storeVersion(config.store, config.dataFolder))
    if (before !== undefined) return { finding: before }
    const store = await openStore(config.store, config.dataFolder, { beside: true, asIs: true })
    try {
      await store.ping()
      const count = await store.sessions.count()
      const finding: Finding = {
        name: NAME,
        state: 'ok',
        detail: `The database responds and contains ${counted(count, 'session')}.`,
      }
      return {
        finding,
        newest: await newestSession(store),
        clock: await store.clock.read(),
        browsers: await checkBrowsers(store.challenges, Date.now()),
      }
    } finally {
      await store.close()
    }
  } catch (error) {
    return {
      finding: {
        name: NAME,
        state: 'broken',
        detail: `The database does not respond: ${error instanceof Error ? error.message : error}`,
        mend: isPostgres(config.store)
          ? 'Check that PostgreSQL is running, and that BYHAND_STORE has the right host, user, password and database.'
          : 'If the file is damaged, move the data folder to another location and restore a backup with byhand restore.',
      },
    }
  }
}

const UNDISTRIBUTED: Finding = {
  name: NAME,
  state: 'warning',
  detail:
    'The tables are not distributed over the workers of the Citus cluster. The next start distributes them.',
  mend: 'Run byhand migrate at a time of low traffic: writes wait until all data is copied.',
}

/** Undefined if the database exists and its version is compatible. */
export function versionFinding({
  stored,
  newest,
  needs,
  isUndistributed,
}: StoreVersion): Finding | undefined {
  if (stored === newest) return isUndistributed ? UNDISTRIBUTED : undefined
  if (stored === null)
    return { name: NAME, state: 'ok', detail: 'The tables will be created at the first start.' }
  if (stored > newest) {
    if (needs !== undefined && needs <= newest) return undefined
    return {
      name: NAME,
      state: 'broken',
      detail: `The database has version ${stored}; this version of Byhand supports version ${newest}.`,
      mend: 'Run the newer version of Byhand, or restore a backup into an empty database.',
    }
  }
  return {
    name: NAME,
    state: 'warning',
    detail: `The database has version ${stored}. The next start will migrate it to version ${newest}.`,
    mend: 'Create a backup with the old version of Byhand. Then start the service, or run byhand migrate.',
  }
}
