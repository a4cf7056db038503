/** Records the statements that a piece of work sends, and explains them on the coordinator. */
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

export interface Sent {
  readonly text: string
  readonly values: unknown[]
}

const recording = new AsyncLocalStorage<Sent[]>()

const query = pg.Client.prototype.query
pg.Client.prototype.query = function (this: pg.Client, ...words: unknown[]) {
  const [config] = words as [Sent]
  if (typeof config === 'object' && /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)/.test(config.text))
    recording.getStore()?.push({ text: config.text, values: config.values })
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

/** `how` may contain ANALYZE, which also runs the statement. */
export async function explained(
  client: pg.Client,
  { text, values }: Sent,
  how = 'COSTS off',
): Promise<string> {
  const { rows } = await client.query({ text: `EXPLAIN (${how}) ${text}`, values })
  return rows.map((row) => row['QUERY PLAN'] as string).join('\n')
}

/** The number of shards that a plan uses; 0: only the coordinator. */
export const shardsOf = (plan: string): number =>
  Math.max(0, ...[...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count)))
