import { writeBackup } from '../backup/format.ts'
import { QueryStores } from '../queries/query_stores.ts'
import type { Store } from '../store.ts'
import { WriteHealth } from '../write_health.ts'
import { ClusterHealth } from './cluster_health.ts'
import { Database } from './database.ts'
import { hasCitus } from './distribute.ts'
import { dumpPostgres } from './dump.ts'
import { durabilityProblem, readDurability, syncCommitsOnWorkers } from './durability.ts'
import { PostgresFacts } from './facts.ts'
import { migrate } from './migrate.ts'
import { withConnection } from './pool.ts'
import { PostgresRates } from './rates.ts'
import { PostgresSessions } from './sessions.ts'
import { statementRunner } from './statement_runner.ts'
import { PostgresSurveys } from './surveys.ts'

export interface PostgresOptions {
  readonly url: string
  /** At most this many connections of this process. */
  readonly connections?: number
  /** A warning that does not prevent the start. */
  readonly onNotice?: (text: string) => void
  /** Changes neither the schema nor the settings of the servers. */
  readonly asIs?: boolean
}

/** Any number of processes may open one database. They keep no state of their own. */
export async function openPostgres({ url, connections, onNotice, asIs }: PostgresOptions): Promise<Store> {
  const isCluster = asIs ? await withConnection(url, hasCitus) : await prepare(url)
  if (onNotice !== undefined) {
    const servers = await withConnection(url, readDurability)
    for (const { detail } of servers.flatMap((server) => durabilityProblem(server) ?? [])) onNotice(detail)
  }
  return new PostgresStore(url, new Database({ url, connections, isCluster, onNotice }))
}

async function prepare(url: string): Promise<boolean> {
  const { isCluster } = await migrate(url)
  if (isCluster) await withConnection(url, syncCommitsOnWorkers)
  return isCluster
}

class PostgresStore extends QueryStores implements Store {
  readonly sessions: PostgresSessions
  readonly surveys: PostgresSurveys
  readonly facts: PostgresFacts
  readonly rates: PostgresRates
  readonly workers?: () => Promise<ReadonlyMap<string, boolean>>
  readonly #url: string
  readonly #db: Database
  readonly #health: WriteHealth | ClusterHealth

  constructor(url: string, db: Database) {
    super(statementRunner(db))
    this.#url = url
    this.#db = db
    this.rates = new PostgresRates(db)
    if (db.isCluster) {
      const health = new ClusterHealth(db)
      this.#health = health
      this.workers = () => health.workers()
    } else this.#health = new WriteHealth(() => this.rates.probe())
    this.sessions = new PostgresSessions(db, this.#health)
    this.surveys = new PostgresSurveys(db)
    this.facts = new PostgresFacts(db)
  }

  async ping(): Promise<void> {
    await this.#db.run('SELECT 1')
    await this.#health.check()
  }

  /** Only the operator of the database can: VACUUM FULL locks tables, and the log belongs to the whole server. */
  async clearErased(): Promise<void> {}

  backup(toFile: string): Promise<void> {
    return dumpPostgres(this.#url, (rows) => writeBackup(toFile, rows))
  }

  close(): Promise<void> {
    return this.#db.close()
  }
}
