/** Opens the store the environment names, for one errand, beside a service that may be running. */
import { resolve } from 'node:path'
import { type Config, readConfig } from '../server/base/config.ts'
import { isPostgres, openStore } from '../store/open.ts'
import type { Store } from '../store/store.ts'
import { storeVersion } from '../store/version.ts'
import { CommandError } from './terminal.ts'

export interface Errand {
  /** Whether to make the store where there is none yet. */
  readonly makes?: boolean
}

export async function withStore<Result>(
  run: (store: Store, config: Config) => Promise<Result>,
  { makes = false }: Errand = {},
): Promise<Result> {
  const config = readConfig()
  if (!makes) await refuseNothing(config)
  const store = await openStore(config.store, config.dataFolder, { beside: true })
  try {
    return await run(store, config)
  } finally {
    await store.close()
  }
}

/** Called in the wrong folder, an errand must not leave an empty database there. */
async function refuseNothing({ store, dataFolder }: Config): Promise<void> {
  if ((await storeVersion(store, dataFolder)).stored !== null) return
  const place = isPostgres(store) ? 'the database' : resolve(dataFolder)
  throw new CommandError(
    `There is nothing in ${place} yet: start the service once (byhand serve), or set BYHAND_DATA and BYHAND_STORE as it has them.`,
  )
}
