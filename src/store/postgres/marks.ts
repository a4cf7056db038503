import { bucketOf } from '../bucket.ts'
import { mostShared, SESSIONS_PER_MARK } from '../marks.ts'
import { unpackId } from '../packed_id.ts'
import type { NewReport, SessionKey } from '../sessions.ts'
import type { Database, Queries } from './database.ts'
import { primaryKey } from './session_key.ts'

/** A mark is found in the one place its own value names. */
const bucketOfMark = (mark: number): number => bucketOf(String(mark))

const bigs = (numbers: readonly number[]): bigint[] => numbers.map((number) => BigInt(number))

/** In the report's own transaction. */
export async function saveMarks(queries: Queries, key: SessionKey, { marks = [] }: NewReport): Promise<void> {
  if (marks.length === 0) return
  const [bucket, workspace, id] = primaryKey(key)
  await queries.run(
    `INSERT INTO session_marks (bucket, workspace, mark, session_id, started_at)
     SELECT m.bucket, s.workspace, m.mark, s.session_id, s.started_at
     FROM sessions s, unnest($4::smallint[], $5::bigint[]) AS m (bucket, mark)
     WHERE s.bucket = $1 AND s.workspace = $2 AND s.session_id = $3
     ON CONFLICT DO NOTHING`,
    [bucket, workspace, id, bigs(marks.map(bucketOfMark)), bigs(marks)],
  )
}

export async function findSharing(
  db: Database,
  { workspace, sessionId }: SessionKey,
  startedAt: number,
  marks: readonly number[],
  least: number,
  limit: number,
): Promise<SessionKey[]> {
  const rows = await db.rows<{ session_id: Buffer }>(
    `SELECT f.session_id FROM unnest($1::smallint[], $2::bigint[]) AS m (bucket, mark),
       LATERAL (SELECT session_id FROM session_marks s
         WHERE s.bucket = m.bucket AND s.workspace = $3 AND s.mark = m.mark AND s.started_at < $4
           AND s.session_id <> $5 LIMIT ${SESSIONS_PER_MARK}) f`,
    [
      bigs(marks.map(bucketOfMark)),
      bigs(marks),
      workspace,
      startedAt,
      primaryKey({ workspace, sessionId })[2],
    ],
  )
  const ids = rows.map(({ session_id }) => unpackId(session_id))
  return mostShared(ids, least, limit).map((id) => ({ workspace, sessionId: id }))
}
