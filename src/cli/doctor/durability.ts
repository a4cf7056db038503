import { isPostgres } from '../../store/open.ts'
import { durabilityProblem, readDurability, type ServerDurability } from '../../store/postgres/durability.ts'
import { withConnection } from '../../store/postgres/pool.ts'
import type { Finding } from './finding.ts'

/** Empty for SQLite, and if PostgreSQL does not respond, which `checkStore` reports. */
export async function checkDurability(url: string): Promise<Finding[]> {
  if (!isPostgres(url)) return []
  try {
    return durabilityFindings(await withConnection(url, readDurability))
  } catch {
    return []
  }
}

/** One finding for each server with a problem. */
export function durabilityFindings(servers: readonly ServerDurability[]): Finding[] {
  const name = 'durability'
  const problems = servers.flatMap((server) => durabilityProblem(server) ?? [])
  if (problems.length === 0) {
    const which = servers.length > 1 ? `All ${servers.length} servers sync` : 'PostgreSQL syncs'
    return [{ name, state: 'ok', detail: `${which} data before a commit is acknowledged.` }]
  }
  return problems.map(({ setting, isSevere, detail }) => ({
    name,
    state: isSevere ? 'broken' : 'warning',
    detail,
    mend:
      setting === undefined
        ? 'Start the server, or check why the coordinator cannot connect to it.'
        : `Run ALTER SYSTEM SET ${setting} = on; SELECT pg_reload_conf(); on this server, and remove the setting that disables it.`,
  }))
}
