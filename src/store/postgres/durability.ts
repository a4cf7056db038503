/**
 * What each server does before it acknowledges a commit. A setting of a connection stays on the coordinator of a Citus
 * cluster: its workers use their own configuration and the settings of the role.
 */

import { hasCitus, onAllServers } from './distribute.ts'
import type { Queries } from './pool.ts'

const SETTINGS = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

export type DurabilitySettings = Readonly<Record<(typeof SETTINGS)[number], string>>

export interface ServerDurability {
  /** `PostgreSQL`, or `PostgreSQL on worker1:5432` in a cluster. */
  readonly server: string
  /** Null: the server does not respond. */
  readonly settings: DurabilitySettings | null
}

export interface DurabilityProblem {
  /** Undefined: the server does not respond. */
  readonly setting?: (typeof SETTINGS)[number]
  /** Whether acknowledged data can be lost. */
  readonly isSevere: boolean
  readonly detail: string
}

const READ = `SELECT json_build_object(${SETTINGS.map((name) => `'${name}', current_setting('${name}')`)})::text`

export async function readDurability(queries: Queries): Promise<ServerDurability[]> {
  if (!(await hasCitus(queries))) {
    const [row] = await queries.rows<{ found: string }>(`${READ} AS found`)
    return [{ server: 'PostgreSQL', settings: row ? JSON.parse(row.found) : null }]
  }
  const rows = await onAllServers(queries, READ)
  return rows.map(({ server, success, result }) => ({
    server: `PostgreSQL on ${server}`,
    settings: success ? JSON.parse(result) : null,
  }))
}

/** Makes the workers sync commits of this role, as `SET` does on one server. */
export async function syncCommitsOnWorkers(queries: Queries): Promise<void> {
  const servers = await readDurability(queries)
  if (servers.every(({ settings }) => settings?.synchronous_commit !== 'off')) return
  // Each server changes its own role: Citus does not copy the settings of every role.
  await onAllServers(
    queries,
    `DO $do$ BEGIN
       SET LOCAL citus.enable_ddl_propagation = off;
       ALTER ROLE CURRENT_USER SET synchronous_commit = on;
     END $do$`,
  )
}

export function durabilityProblem({ server, settings }: ServerDurability): DurabilityProblem | null {
  if (settings === null) return { isSevere: true, detail: `${server} does not respond.` }
  if (settings.fsync === 'off') {
    const detail = `${server} runs with fsync = off: a power failure can lose or corrupt acknowledged data.`
    return { setting: 'fsync', isSevere: true, detail }
  }
  if (settings.full_page_writes === 'off') {
    const detail = `${server} runs with full_page_writes = off: a power failure can leave torn pages, unless the file system prevents them.`
    return { setting: 'full_page_writes', isSevere: false, detail }
  }
  if (settings.synchronous_commit === 'off') {
    const detail = `${server} runs with synchronous_commit = off. This service turns it on for its own connections; other clients can lose recent commits in a crash.`
    return { setting: 'synchronous_commit', isSevere: false, detail }
  }
  return null
}
