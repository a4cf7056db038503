/** Records the statements that a piece of work sends, and explains them. */
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

export interface Sent {
  readonly text: string
  readonly values: unknown[]
  /** The port of the server. */
  readonly port: number
}

const recording = new AsyncLocalStorage<Sent[]>()

const query = pg.Client.prototype.query
pg.Client.prototype.query = function (this: pg.Client, ...words: unknown[]) {
  const [config] = words as [Sent]
  if (typeof config === 'object' && /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)/.test(config.text))
    recording.getStore()?.push({ text: config.text, values: config.values, port: this.port })
  return Reflect.apply(query, this, words)
} as typeof query

/** Adds the statements of `work` to `sent`, without transaction commands and those of other work at the same time. */
export function record<Result>(sent: Sent[], work: () => Result): Result {
  return recording.run(sent, work)
}

export async function sentBy(work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = []
  await record(sent, work)
  return sent
}

export interface Explainer {
  /** The plan on the server that got the statement. `how` may contain ANALYZE, which also runs the statement. */
  explain(sent: Sent, how?: string): Promise<string>
  close(): Promise<void>
}

export async function openExplainer(...urls: readonly string[]): Promise<Explainer> {
  const clients = new Map<number, pg.Client>()
  for (const connectionString of urls) {
    const client = new pg.Client({ connectionString })
    await client.connect()
    await client.query('SET citus.explain_all_tasks = on')
    clients.set(client.port, client)
  }
  return {
    async explain({ text, values, port }, how = 'COSTS off') {
      const { rows } = await (clients.get(port) as pg.Client).query({
        text: `EXPLAIN (${how}) ${text}`,
        values,
      })
      return rows.map((row) => row['QUERY PLAN'] as string).join('\n')
    },
    async close() {
      for (const client of clients.values()) await client.end()
    },
  }
}

/** The number of shards that a plan uses; 0: only tables that are on every server. */
export function shardsOf(plan: string): number {
  const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count))
  // Without Citus, the plan reads shards of `sessions` or `session_tags` itself.
  const read = new Set([...plan.matchAll(/ on (?:sessions|session_tags)_(\d+)/g)].map(([, shard]) => shard))
  return tasks.length > 0 ? Math.max(...tasks) : read.size
}

/** The ports of the servers that run the tasks of a plan. Needs `citus.explain_all_tasks`. */
export const portsOf = (plan: string): ReadonlySet<number> =>
  new Set([...plan.matchAll(/Node: host=\S+ port=(\d+)/g)].map(([, port]) => Number(port)))

/** A few shards have none of the 64 buckets. */
export async function shardsWithBuckets(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    `SELECT count(DISTINCT get_shard_id_for_distribution_column('sessions', bucket::smallint))::integer AS count
     FROM generate_series(0, 63) AS b (bucket)`,
  )
  return rows[0].count
}
