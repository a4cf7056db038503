/** Opens the store the environment names, for one errand, beside a service that may be running. */
import { type Config, readConfig } from '../server/config.ts'
import { openStore } from '../store/open.ts'
import type { Store } from '../store/store.ts'

export async function withStore<Result>(
  errand: (store: Store, config: Config) => Promise<Result>,
  { beside = true }: { readonly beside?: boolean } = {},
): Promise<Result> {
  const config = readConfig()
  const store = await openStore(config.store, config.dataFolder, { beside })
  try {
    return await errand(store, config)
  } finally {
    await store.close()
  }
}
