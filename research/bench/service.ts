/** The service under measurement: a data folder with one workspace and keys, no rate limits, one process. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createLoginLink } from '../../src/server/account/accounts.ts'
import { readConfig } from '../../src/server/config/config.ts'
import { createKey } from '../../src/server/workspace/keys.ts'
import { openStore } from '../../src/store/open.ts'
import type { MemoryLimit } from './memory_limit.ts'
import { type Running, run, temporaryFolder } from './processes.ts'

export interface MeasuredService {
  readonly address: string
  readonly siteKey: string
  readonly secretKey: string
  /** A one-time login to the dashboard. */
  readonly login: string
  readonly folder: string
  readonly running: Running
  stop(): Promise<void>
}

const ADDRESS = /https?:\/\/[\w.[\]:]+:\d+/

const UNLIMITED = [
  'SESSIONS_PER_IP',
  'SESSIONS_PER_SITE',
  'BATCHES_PER_SESSION',
  'BATCHES_PER_IP',
  'READS_PER_KEY',
  'DASHBOARD_READS',
  'SURVEYS_PER_KEY',
]

const BUILD = join(import.meta.dirname, '../../tools/build.ts')
/** What `npm start` runs. */
const BUNDLE = '../dist/server/bundle/main.js'

export interface PreparedService {
  readonly folder: string
  /** `main`: the file to run, relative to this folder. */
  start(limit?: MemoryLimit, main?: string): Promise<MeasuredService>
  remove(): Promise<void>
}

/** A data folder with keys, on which the service can be started and stopped. */
export async function prepareService(store: string): Promise<PreparedService> {
  requireStore(store)
  const { status } = spawnSync(process.execPath, [BUILD, 'start'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the build failed')
  const folder = await temporaryFolder()
  const keys = await makeKeys(store, folder.path)
  return {
    folder: folder.path,
    remove: folder.remove,
    async start(limit, main = BUNDLE) {
      const running = await run(
        main,
        {
          BYHAND_DATA: folder.path,
          BYHAND_STORE: store,
          BYHAND_PORT: '0',
          BYHAND_LOG_LEVEL: 'warn',
          BYHAND_SOCKETS_PER_IP: '0',
          ...Object.fromEntries(UNLIMITED.map((name) => [`BYHAND_RATE_${name}`, '0'])),
        },
        ADDRESS,
        limit,
      )
      return {
        address: ADDRESS.exec(running.output)?.[0] as string,
        ...keys,
        folder: folder.path,
        running,
        async stop() {
          await running.stop()
          await folder.remove()
        },
      }
    },
  }
}

/** Ends the benchmark with one sentence if its argument is not a store. */
function requireStore(store: string): void {
  try {
    readConfig({ BYHAND_STORE: store })
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

export const startMeasuredService = async (store = 'sqlite', limit?: MemoryLimit) =>
  (await prepareService(store)).start(limit)

async function makeKeys(
  url: string,
  folder: string,
): Promise<{ siteKey: string; secretKey: string; login: string }> {
  const store = await openStore(url, folder, {})
  const workspace = 'bench'
  const now = Date.now()
  await store.keys.createWorkspace({ id: workspace, name: 'Bench', createdAt: now, settings: {} })
  const site = await createKey(store.keys, { workspace, kind: 'site', name: 'bench' }, now)
  const secret = await createKey(
    store.keys,
    { workspace, kind: 'secret', name: 'bench', scopes: ['sessions', 'survey', 'admin'] },
    now,
  )
  const login = await createLoginLink(store.accounts, workspace, 'owner', now)
  await store.close()
  return { siteKey: site.key, secretKey: secret.key, login }
}
