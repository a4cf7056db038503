import { bucketOf } from '../bucket.ts'
import { mostShared, SESSIONS_PER_MARK } from '../marks.ts'
import { unpackId } from '../packed_id.ts'
import type { NewReport, SessionKey } from '../sessions.ts'
import type { Database, Queries, Value } from './database.ts'
import { primaryKey } from './session_key.ts'

/** One shard holds all sessions of a mark. */
const bucketOfMark = (mark: number): number => bucketOf(String(mark))

/** Far fewer than the connections of a node. */
const PARALLEL_QUERIES = 3

const bigs = (numbers: readonly number[]): bigint[] => numbers.map((number) => BigInt(number))

/** Runs in the report's transaction. */
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
  const place: Value[] = [workspace, startedAt, primaryKey({ workspace, sessionId })[2]]
  const rows = await (db.isCluster ? findEach(db, place, marks) : findTogether(db, place, marks))
  const ids = rows.map(({ session_id }) => unpackId(session_id))
  return mostShared(ids, least, limit).map((id) => ({ workspace, sessionId: id }))
}

interface Found {
  session_id: Buffer
}

/** Sessions with one mark. The caller adds the conditions on bucket and mark. */
const SHARING = `SELECT session_id FROM session_marks s WHERE s.workspace = $1 AND s.started_at < $2
  AND s.session_id <> $3`

function findTogether(db: Database, place: readonly Value[], marks: readonly number[]): Promise<Found[]> {
  return db.rows<Found>(
    `SELECT f.session_id FROM unnest($4::smallint[], $5::bigint[]) AS m (bucket, mark),
       LATERAL (${SHARING} AND s.bucket = m.bucket AND s.mark = m.mark LIMIT ${SESSIONS_PER_MARK}) f`,
    [...place, bigs(marks.map(bucketOfMark)), bigs(marks)],
  )
}

/** A few queries at a time, each to one shard. */
async function findEach(db: Database, place: readonly Value[], marks: readonly number[]): Promise<Found[]> {
  const found: Found[] = []
  const waiting = [...marks]
  const worker = async () => {
    for (let mark = waiting.pop(); mark !== undefined; mark = waiting.pop()) {
      const text = `${SHARING} AND s.bucket = $4 AND s.mark = $5 LIMIT ${SESSIONS_PER_MARK}`
      found.push(...(await db.rows<Found>(text, [...place, bucketOfMark(mark), mark])))
    }
  }
  await Promise.all(Array.from({ length: PARALLEL_QUERIES }, worker))
  return found
}
