import { FACT_COLUMNS, rawFacts } from '../rows/facts.ts'
import type { NewReport, SessionKey } from '../sessions.ts'
import { unpackTerms } from '../terms.ts'
import type { Queries } from './pool.ts'
import { KEY_IS, primaryKey } from './session_key.ts'
import { countedSession, saveTerms } from './terms.ts'

/** Runs in the report's transaction. */
export async function saveFacts(
  queries: Queries,
  key: SessionKey,
  { facts, score, action }: NewReport,
): Promise<void> {
  if (facts === undefined) return
  const session = await countedSession(queries, key)
  if (session === null) return
  const { startedAt, tags, label, counted: before } = session
  const place = primaryKey(key)
  const raw = rawFacts(place[2], { score, action }, facts, tags)
  await queries.run(
    `INSERT INTO session_facts (bucket, workspace, session_id, started_at, last_at, ${FACT_COLUMNS})
     SELECT bucket, workspace, session_id, started_at, last_at, ${FACT_COLUMNS.map((_, index) => `$${index + 4}`)}
     FROM sessions WHERE ${KEY_IS}
     ON CONFLICT (bucket, workspace, session_id) DO UPDATE SET last_at = excluded.last_at,
       ${FACT_COLUMNS.map((column) => `${column} = excluded.${column}`)}`,
    [...place, ...FACT_COLUMNS.map((column) => raw[column])],
  )
  await saveTerms(queries, key, before, { startedAt, action, label, terms: unpackTerms(raw.terms) })
}
