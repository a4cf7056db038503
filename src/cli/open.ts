/** Opens the configured store for one command, even while the service is running. */
import { resolve } from 'node:path'
import { type Config, readConfig } from '../server/config/config.ts'
import { isPostgres, openStore } from '../store/open.ts'
import type { Store } from '../store/store.ts'
import { storeVersion } from '../store/version.ts'
import { CommandError } from './terminal.ts'

export interface StoreAccess {
  /** Creates the store if there is none. */
  readonly create?: boolean
}

export async function withStore<Result>(
  run: (store: Store, config: Config) => Promise<Result>,
  { create = false }: StoreAccess = {},
): Promise<Result> {
  const config = readConfig()
  if (!create) await requireStore(config)
  const store = await openStore(config.store, config.dataFolder, { beside: true })
  try {
    return await run(store, config)
  } finally {
    await store.close()
  }
}

/** A command run in the wrong folder must not create an empty database there. */
export async function requireStore({ store, dataFolder }: Config): Promise<void> {
  if ((await storeVersion(store, dataFolder)).stored !== null) return
  const place = isPostgres(store) ? 'the database' : resolve(dataFolder)
  throw new CommandError(
    `There is no data in ${place} yet. Start the service once (byhand serve), or set BYHAND_DATA and BYHAND_STORE to the values that the service uses.`,
  )
}
