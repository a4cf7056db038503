import { bucketOf } from '../bucket.ts'
import { mostShared, SESSIONS_PER_MARK } from '../marks.ts'
import { packId, unpackId } from '../packed_id.ts'
import type { SessionKey } from '../sessions.ts'
import { StoreUnavailable } from '../store.ts'
import type { Database, Queries, Value } from './database.ts'

/** One shard holds all sessions of a mark. */
const bucketOfMark = (mark: number): number => bucketOf(String(mark))

const bigs = (numbers: readonly number[]): bigint[] => numbers.map((number) => BigInt(number))

/**
 * Runs in the report's transaction. Rows of constants: Citus sends them over the connections that it has, but copies the
 * result of a SELECT over a new connection to every shard.
 */
export async function saveMarks(
  queries: Queries,
  { workspace, sessionId }: SessionKey,
  startedAt: number,
  marks: readonly number[] = [],
): Promise<void> {
  if (marks.length === 0) return
  const rows = marks.map((mark) => `(${bucketOfMark(mark)}, $1, ${BigInt(mark)}, $2, $3)`)
  await queries.run(
    `INSERT INTO session_marks (bucket, workspace, mark, session_id, started_at) VALUES ${rows}
     ON CONFLICT DO NOTHING`,
    [workspace, packId(sessionId), startedAt],
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
  if (marks.length < least) return []
  const place: Value[] = [workspace, startedAt, packId(sessionId)]
  const rows = await (db.isCluster ? findOnWorkers(db, place, marks, least) : findTogether(db, place, marks))
  const ids = rows.map(({ session_id }) => unpackId(session_id))
  return mostShared(ids, least, limit).map((id) => ({ workspace, sessionId: id }))
}

interface Found {
  session_id: Buffer
}

/** Sessions with one mark. The caller adds the conditions on bucket and mark. */
const SHARING = `SELECT s.session_id FROM session_marks s WHERE s.workspace = $1 AND s.started_at < $2
  AND s.session_id <> $3`

function findTogether(db: Database, place: readonly Value[], marks: readonly number[]): Promise<Found[]> {
  return db.rows<Found>(
    `SELECT f.session_id FROM unnest($4::smallint[], $5::bigint[]) AS m (bucket, mark),
       LATERAL (${SHARING} AND s.bucket = m.bucket AND s.mark = m.mark LIMIT ${SESSIONS_PER_MARK}) f`,
    [...place, bigs(marks.map(bucketOfMark)), bigs(marks)],
  )
}

/**
 * One statement to each worker. A replay shares most marks with its original, so those of the other workers suffice while
 * one is lost. No report is saved meanwhile, because that needs the workers of all marks.
 */
async function findOnWorkers(
  db: Database,
  place: readonly Value[],
  marks: readonly number[],
  least: number,
): Promise<Found[]> {
  const groups = await db.workers.group(marks, bucketOfMark)
  const answers = await Promise.all(
    groups.map((group) =>
      findOnWorker(db, place, group).catch((error) => {
        if (error instanceof StoreUnavailable) return error
        throw error
      }),
    ),
  )
  const lost = answers.find((answer) => answer instanceof StoreUnavailable)
  const known = groups.filter((_, index) => !(answers[index] instanceof StoreUnavailable)).flat()
  if (lost !== undefined && known.length < least) throw lost
  return answers.flatMap((answer) => (answer instanceof StoreUnavailable ? [] : answer))
}

async function findOnWorker(
  db: Database,
  place: readonly Value[],
  marks: readonly number[],
): Promise<Found[]> {
  const most = marks.length * SESSIONS_PER_MARK
  const rows = await db.rows<Found & { mark: number }>(
    `SELECT s.mark, s.session_id FROM unnest($4::smallint[], $5::bigint[]) AS m (bucket, mark)
       JOIN session_marks s ON s.bucket = m.bucket AND s.mark = m.mark
     WHERE s.workspace = $1 AND s.started_at < $2 AND s.session_id <> $3 AND s.bucket = ANY ($4::smallint[])
     LIMIT ${most}`,
    [...place, bigs(marks.map(bucketOfMark)), bigs(marks)],
  )
  // Rows of a mark that very many share may have used up the limit of the others.
  if (rows.length === most) return findEach(db, place, marks)
  return [...Map.groupBy(rows, ({ mark }) => mark).values()].flatMap((ofMark) =>
    ofMark.slice(0, SESSIONS_PER_MARK),
  )
}

async function findEach(db: Database, place: readonly Value[], marks: readonly number[]): Promise<Found[]> {
  const found: Found[] = []
  for (const mark of marks) {
    const text = `${SHARING} AND s.bucket = $4 AND s.mark = $5 LIMIT ${SESSIONS_PER_MARK}`
    found.push(...(await db.rows<Found>(text, [...place, bucketOfMark(mark), mark])))
  }
  return found
}
