import { SESSIONS_PER_MARK, sharedMarks, storedMarks } from '../marks.ts'
import type { SessionKey, SessionStore, SharedMarks } from '../sessions.ts'
import { packId, unpackId } from '../values/packed_id.ts'
import type { Database } from './database.ts'
import type { Queries } from './pool.ts'
import { KEY_IS, primaryKey, sameKey } from './session_key.ts'

/**
 * Runs in the report's transaction. A session keeps its earlier marks; the new ones usually contain them. If they do not,
 * a second statement removes duplicates, because Citus allows no subquery in the first.
 */
export async function saveMarks(
  queries: Queries,
  key: SessionKey,
  marks: readonly number[] = [],
): Promise<void> {
  if (marks.length === 0) return
  const place = primaryKey(key)
  const [saved] = await queries.rows<{ marks: number[] }>(
    `INSERT INTO session_marks AS held (bucket, workspace, session_id, marks) VALUES ($1, $2, $3, $4::integer[])
     ON CONFLICT (bucket, workspace, session_id) DO UPDATE SET marks =
       CASE WHEN excluded.marks @> held.marks THEN excluded.marks ELSE held.marks || excluded.marks END
     WHERE NOT held.marks @> excluded.marks RETURNING marks`,
    [...place, [...new Set(storedMarks(key.workspace, marks))]],
  )
  const distinct = new Set(saved?.marks)
  if (saved === undefined || distinct.size === saved.marks.length) return
  await queries.run(`UPDATE session_marks SET marks = $4::integer[] WHERE ${KEY_IS}`, [
    ...place,
    [...distinct],
  ])
}

export async function findSharing(
  db: Database,
  ...[{ workspace, sessionId }, startedAt, marks, least, limit]: Parameters<SessionStore['sharing']>
): Promise<SharedMarks> {
  if (marks.length === 0) return { sessions: [], common: [] }
  const stored = storedMarks(workspace, marks)
  const values = [workspace, startedAt, packId(sessionId), stored]
  const rows = await (db.isCluster
    ? db.readReachable((buckets) => db.rows<Holder>(HOLDERS_IN_BUCKETS, [...values, buckets]))
    : db.rows<Holder>(HOLDERS, values))
  const idsOf = new Map<number, string[]>(stored.map((mark) => [mark, []]))
  for (const { session_id, marks: held } of rows.toSorted((a, b) => a.started_at - b.started_at)) {
    const id = unpackId(session_id)
    for (const mark of held) idsOf.get(mark)?.push(id)
  }
  const holders = stored.map((mark) => idsOf.get(mark) ?? [])
  return sharedMarks(workspace, marks, holders, least, limit)
}

interface Holder {
  session_id: Buffer
  started_at: number
  marks: number[]
}

/** Common marks are not saved again, so there are never many more rows than this. */
const MOST_HOLDERS = 128 * SESSIONS_PER_MARK

const holders = (further = '') => `SELECT s.session_id, s.started_at, m.marks FROM session_marks m
  JOIN sessions s ON ${sameKey('s', 'm')}
  WHERE m.workspace = $1 AND s.started_at < $2 AND m.session_id <> $3 AND m.marks && $4::integer[] ${further}
  ORDER BY s.started_at LIMIT ${MOST_HOLDERS}`
const HOLDERS = holders()
const HOLDERS_IN_BUCKETS = holders('AND m.bucket = ANY ($5::smallint[])')
