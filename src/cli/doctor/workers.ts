import { isPostgres } from '../../store/open.ts'
import { hasCitus } from '../../store/postgres/distribute.ts'
import { type Queries, withConnection } from '../../store/postgres/pool.ts'
import { checkIdentity, readIdentities, unreachable, workerUrl } from '../../store/postgres/worker_pools.ts'
import { Workers } from '../../store/postgres/workers.ts'
import type { Finding } from './finding.ts'

const name = 'workers'

/** Whether this machine can connect to the workers of a Citus cluster. Empty without one, or if it does not respond. */
export async function checkWorkers(url: string): Promise<Finding[]> {
  if (!isPostgres(url)) return []
  try {
    return await withConnection(url, async (queries) =>
      (await hasCitus(queries)) ? await findings(url, queries) : [],
    )
  } catch {
    return []
  }
}

async function findings(url: string, queries: Queries): Promise<Finding[]> {
  const places = [...(await new Workers(queries).places()).values()]
  const workers = new Map(places.map((place) => [place.worker, place]))
  const identities = await readIdentities(queries)
  const problems: Finding[] = []
  for (const { worker, host, port } of workers.values()) {
    try {
      await withConnection(workerUrl(url, host, port), (own) => checkIdentity(own, worker, identities))
    } catch (error) {
      problems.push({
        name,
        state: 'warning',
        detail: unreachable(worker, error),
        mend: 'Check that the worker runs, and that its firewall and pg_hba.conf allow connections from this machine.',
      })
    }
  }
  if (problems.length > 0) return problems
  return [{ name, state: 'ok', detail: `This machine can connect to all ${workers.size} workers.` }]
}
