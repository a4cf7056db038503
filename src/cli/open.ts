/** Opens the configured store for one command, even while the service is running. */
import { resolve } from 'node:path'
import { type Config, readConfig } from '../server/config/config.ts'
import { isPostgres, openStore } from '../store/open.ts'
import type { ReadableStore } from '../store/reads.ts'
import type { Store } from '../store/store.ts'
import { storeVersion } from '../store/version.ts'
import { CommandError } from './terminal.ts'

export interface StoreAccess {
  /** Creates the store if there is none. */
  readonly create?: boolean
}

export const withStore = <Result>(
  run: (store: ReadableStore, config: Config) => Promise<Result>,
  access?: StoreAccess,
): Promise<Result> => withWritableStore(run, access)

/** For services that write the data of sessions and surveys, and for operations. */
export async function withWritableStore<Result>(
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
