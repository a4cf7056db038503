import { StoreRefused } from './errors.ts'
import type { Store } from './store.ts'

export interface OpenOptions {
  /** The store failed permanently. */
  readonly onFatal?: (reason: Error) => void
  /** A warning that does not prevent the start. */
  readonly onNotice?: (text: string) => void
  /** For a command on a data folder that a running service may use: opens it without the exclusive lock. */
  readonly beside?: boolean
  /** For a diagnosis: changes neither the schema nor the servers. The schema must be one that this program can use. */
  readonly asIs?: boolean
}

/** Loads one engine. `url`: empty or `sqlite` for a file in `dataFolder`, or `postgres://…` for a server. */
export async function openStore(url: string, dataFolder: string, options: OpenOptions = {}): Promise<Store> {
  if (url === '' || url === 'sqlite') {
    const { openSqlite } = await import('./sqlite/sqlite.ts')
    return openSqlite({ folder: dataFolder, ...options })
  }
  if (isPostgres(url)) {
    const { openPostgres } = await import('./postgres/postgres.ts')
    return openPostgres({ url, ...options })
  }
  throw new StoreRefused('BYHAND_STORE must be unset, "sqlite" or a URL that starts with postgres://')
}

export function isPostgres(url: string): boolean {
  return /^postgres(ql)?:\/\//.test(url)
}
