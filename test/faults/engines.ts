/** Both engines under one face, so that a promise is tested on each in the same words. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/store.ts'
import { type PostgresServer, type PostgresServerOptions, startPostgres } from '../setup/postgres.ts'
import {
  mustStart,
  printedKeys,
  type ServiceKeys,
  type ServiceProcess,
  startService,
} from './service_process.ts'

export const ENGINES = ['SQLite', 'PostgreSQL'] as const
export type EngineName = (typeof ENGINES)[number]

type Environment = Readonly<Record<string, string>>

/** Somewhere a service can live, die and live again. */
export interface Place {
  readonly folder: string
  /** What tells a process where its store is. */
  readonly env: Environment
  start(env?: Environment): Promise<ServiceProcess>
  /** `null` when it ended before it listened. */
  tryStart(env?: Environment): Promise<ServiceProcess | null>
  /** Starts once, to learn the keys, and stops again. */
  firstKeys(): Promise<ServiceKeys>
  /** The store itself, while no service runs on SQLite, or beside it. */
  openStore(): Promise<Store>
  remove(): Promise<void>
}

export interface Engine {
  readonly name: EngineName
  /** Where PostgreSQL is what is tested. */
  readonly server: PostgresServer | undefined
  newPlace(): Promise<Place>
  stop(): Promise<void>
}

export async function openEngine(name: EngineName, options: PostgresServerOptions = {}): Promise<Engine> {
  const server = name === 'PostgreSQL' ? await startPostgres(options) : undefined
  return {
    name,
    server,
    newPlace: async () => placeAt(await server?.newDatabase()),
    stop: async () => server?.stop(),
  }
}

/** With `url` on PostgreSQL, otherwise in a folder of its own. */
export async function placeAt(url: string | undefined, givenFolder?: string): Promise<Place> {
  const folder = givenFolder ?? (await mkdtemp(join(tmpdir(), 'byhand-fault-')))
  const env: Environment = url === undefined ? {} : { BYHAND_STORE: url }
  const place: Place = {
    folder,
    env,
    start: (more = {}) => mustStart(folder, { ...env, ...more }),
    tryStart: (more = {}) => startService(folder, { ...env, ...more }),
    async firstKeys() {
      const service = await place.start()
      const keys = await printedKeys(service)
      await service.kill('SIGTERM')
      return keys
    },
    openStore: () => openStore(url ?? '', folder, { beside: true }),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
  return place
}

/** Several at a time, each with its own number; on two cores two keep both busy. */
export async function inParallel(
  workers: number,
  count: number,
  act: (index: number, worker: number) => Promise<void>,
) {
  let next = 0
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      while (next < count) await act(next++, worker)
    }),
  )
}

export const until = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5))
}
