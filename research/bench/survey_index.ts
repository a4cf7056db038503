/**
 * Looks up one answer alternately among 10,000 and among a million answers to the same question, on one engine. The
 * result is the ratio, which is independent of the machine's speed.
 *
 *   node research/bench/survey_index.ts [sqlite|postgres] [many, 1000000] [few, 10000]
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { placeAnswer, saltOf } from '../../src/server/survey/duplicates/find_duplicates.ts'
import { type AnswerSketch, sketchAnswer } from '../../src/server/survey/request/answer_sketch.ts'
import { openPostgres } from '../../src/store/postgres/postgres.ts'
import { databaseFile } from '../../src/store/sqlite/connection.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import type { Store } from '../../src/store/store.ts'
import { type AnalysisRow, analyses, answers, type IndexedAnswer } from '../../src/store/surveys.ts'
import { bucketOf } from '../../src/store/values/bucket.ts'
import { indexKeys } from '../../src/store/values/index_hashes.ts'
import { startPostgres } from '../../test/setup/postgres.ts'
import { answer, pick } from './survey_texts.ts'

const ENGINE = process.argv[2] ?? 'sqlite'
const MANY = Number(process.argv[3] ?? 1_000_000)
const FEW = Number(process.argv[4] ?? 10_000)
const PROBES = 600
const AT_ONCE = 500
const WORKSPACE = 'w'
const SURVEY = 's'
const QUESTION = 'q'

interface Indexed {
  readonly store: Store
  /** A sample of the indexed texts. */
  readonly kept: string[]
}

interface Filled {
  readonly row: AnalysisRow
  readonly index: IndexedAnswer
  readonly keys: readonly bigint[]
}

const salt = saltOf(WORKSPACE)

/** Above this number, texts repeat under other participants; the keys are as dense as with distinct texts. */
const DISTINCT = 50_000
const sketches: KeyedSketch[] = []

interface KeyedSketch extends AnswerSketch {
  readonly keys: readonly bigint[]
}

function sketchOf(at: number, kept: string[]): KeyedSketch {
  const known = sketches[at % DISTINCT]
  if (at >= DISTINCT && known !== undefined) return known
  const text = answer()
  if (at % 100 === 0) kept.push(text)
  const sketch = sketchAnswer(QUESTION, text) as AnswerSketch
  const salted = sketch.indexHashes.map((hash) => hash ^ salt)
  const keys = indexKeys({ workspace: WORKSPACE, surveyId: SURVEY, questionId: QUESTION }, salted)
  const own = { ...sketch, indexHashes: salted, keys }
  sketches[at % DISTINCT] = own
  return own
}

function made(at: number, kept: string[]): Filled {
  const { indexHashes, packed, keys } = sketchOf(at, kept)
  return {
    keys,
    row: {
      workspace: WORKSPACE,
      surveyId: SURVEY,
      participantId: `p${at}`,
      id: `p${at}`,
      version: 'v021',
      analyzedAt: 1,
      flagged: false,
      rank: 0,
      request: '{}',
      result: '{}',
      deviceId: null,
    },
    index: { questionId: QUESTION, indexHashes, sketch: packed, group: at + 1 },
  }
}

async function fill(count: number, save: (some: readonly Filled[]) => Promise<void>): Promise<string[]> {
  const kept: string[] = []
  for (let at = 0; at < count; at += AT_ONCE) {
    await save(Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, step) => made(at + step, kept)))
    if (at % 50_000 === 0 && at > 0) console.error(`${new Date().toISOString()} ${at} indexed`)
  }
  return kept
}

const storedAnswer = (
  { participantId, analyzedAt }: AnalysisRow,
  { questionId, indexHashes, sketch, group }: IndexedAnswer,
) =>
  answers.stored({
    workspace: WORKSPACE,
    surveyId: SURVEY,
    participantId,
    questionId,
    addedAt: analyzedAt,
    cluster: group,
    indexHashes,
    sketch,
  })

/** Inserts rows of the index directly and in bulk, because saving one by one would take an hour. */
async function saveRows(client: pg.Client, some: readonly Filled[]): Promise<void> {
  const raws = some.map(({ row, index, keys }) => ({ row, keys, raw: storedAnswer(row, index) }))
  const bucket = bucketOf(SURVEY)
  const { rows } = await client.query<{ no: string; participant_id: string }>(
    `INSERT INTO answers (bucket, workspace, survey_id, participant_id, question_id, added_at, cluster, index_hashes, sketch)
     SELECT $1, $2, $3, p, $4, a, c, b, s
     FROM unnest($5::text[], $6::bigint[], $7::bigint[], $8::bytea[], $9::bytea[]) AS t (p, a, c, b, s)
     RETURNING no, participant_id`,
    [
      bucket,
      WORKSPACE,
      SURVEY,
      QUESTION,
      raws.map(({ row }) => row.participantId),
      raws.map(({ raw }) => raw.added_at),
      raws.map(({ raw }) => raw.cluster),
      raws.map(({ raw }) => raw.index_hashes),
      raws.map(({ raw }) => raw.sketch),
    ],
  )
  const numbers = new Map(rows.map(({ no, participant_id }) => [participant_id, no]))
  const keys = raws.flatMap(({ row, keys }) =>
    keys.map((key) => [key, numbers.get(row.participantId)] as const),
  )
  await client.query(
    'INSERT INTO index_hashes (bucket, hash, answer) SELECT $1, unnest($2::bigint[]), unnest($3::bigint[])',
    [bucket, keys.map(([key]) => key), keys.map(([, no]) => no)],
  )
}

/** Inserts keys unindexed and sorts them at the end, because random inserts into a tree would take an hour. */
async function openFilled(
  count: number,
  folder: string,
  newDatabase: () => Promise<string>,
): Promise<Indexed> {
  if (ENGINE === 'sqlite') {
    const own = join(folder, `${count}`)
    await (await openSqlite({ folder: own })).close()
    const db = new Sqlite(databaseFile(own))
    db.pragma('synchronous = OFF')
    db.exec('CREATE TEMP TABLE unsorted (hash INTEGER, answer INTEGER)')
    const kept = await fill(count, async (some) => saveInSqlite(db, some))
    db.exec(`INSERT INTO index_hashes SELECT ${bucketOf(SURVEY)}, hash, answer FROM unsorted ORDER BY hash, answer;
       DROP TABLE unsorted`)
    db.close()
    return { store: await openSqlite({ folder: own }), kept }
  }
  const url = await newDatabase()
  const store = await openPostgres({ url })
  const client = new pg.Client(url)
  await client.connect()
  await client.query('ALTER TABLE index_hashes DROP CONSTRAINT index_hashes_pkey')
  const kept = await fill(count, (some) => saveRows(client, some))
  await client.query("SET maintenance_work_mem = '1GB'")
  await client.query('ALTER TABLE index_hashes ADD PRIMARY KEY (bucket, hash, answer)')
  await client.query('VACUUM ANALYZE')
  await client.end()
  return { store, kept }
}

function saveInSqlite(db: Sqlite.Database, some: readonly Filled[]): void {
  const addAnalysis = db.prepare(analyses.insert)
  const addAnswer = db.prepare(answers.insert)
  const addHash = db.prepare('INSERT INTO unsorted (hash, answer) VALUES (?, ?)')
  db.transaction(() => {
    for (const { row, index, keys } of some) {
      addAnalysis.run(analyses.stored(row))
      const { lastInsertRowid: no } = addAnswer.run(storedAnswer(row, index))
      for (const key of keys) addHash.run(key, no)
    }
  })()
}

const place = ({ store }: Indexed, text: string) =>
  placeAnswer(sketchAnswer(QUESTION, text) as AnswerSketch, {
    store: store.surveys,
    key: { workspace: WORKSPACE, surveyId: SURVEY, participantId: 'probe' },
    earlier: new Map(),
    newGroup: async () => 0,
  })

interface Cost {
  readonly wallMs: number[]
  processorMs: number
  /** Number of file reads, one for each page that is not cached; SQLite reads on this thread. */
  reads: number
}

const readsSoFar = () =>
  Number(/syscr: (\d+)/.exec(readFileSync('/proc/thread-self/io', 'utf8'))?.[1] ?? Number.NaN)
/** Number of reads needed to read the counter itself. */
const READS_OF_COUNTER = -readsSoFar() + readsSoFar()

async function measure(cost: Cost, work: () => Promise<unknown>): Promise<void> {
  const reads = readsSoFar()
  const before = process.threadCpuUsage()
  const from = performance.now()
  await work()
  cost.wallMs.push(performance.now() - from)
  const { user, system } = process.threadCpuUsage(before)
  cost.processorMs += (user + system) / 1000
  cost.reads += readsSoFar() - reads - READS_OF_COUNTER
}

const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] as number

async function compare(few: Indexed, many: Indexed): Promise<void> {
  for (const kind of ['a new answer', 'a copy'] as const) {
    const costs: Cost[] = [few, many].map(() => ({ wallMs: [], processorMs: 0, reads: 0 }))
    let found = 0
    for (let at = 0; at < PROBES; at++) {
      const fresh = answer()
      for (const [which, indexed] of (at % 2 === 0 ? [0, 1] : [1, 0]).map(
        (which) => [which, [few, many][which]] as const,
      )) {
        const text = kind === 'a copy' ? pick((indexed as Indexed).kept) : fresh
        await measure(costs[which] as Cost, async () => {
          if ((await place(indexed as Indexed, text)).later) found++
        })
      }
    }
    const [a, b] = costs as [Cost, Cost]
    const ratio = (share: number) => (quantile(b.wallMs, share) / quantile(a.wallMs, share)).toFixed(2)
    const per = (total: number) => (total / PROBES).toFixed(2)
    console.log(
      `${ENGINE}, ${kind}: among ${FEW} p50 ${quantile(a.wallMs, 0.5).toFixed(2)} ms, among ${MANY} p50 ${quantile(b.wallMs, 0.5).toFixed(2)} ms, ratio ${ratio(0.5)} in elapsed time (p99 ${ratio(0.99)}), ${(b.processorMs / a.processorMs).toFixed(2)} in CPU time of this thread (${per(a.processorMs)} and ${per(b.processorMs)} ms), reads ${per(a.reads)} and ${per(b.reads)}; ${found} of ${2 * PROBES} found`,
    )
  }
}

const folder = await mkdtemp(join(tmpdir(), 'byhand-bench-index-'))
const server = ENGINE === 'postgres' ? await startPostgres({ fsync: false }) : undefined
const newDatabase = () => server?.newDatabase() ?? Promise.resolve('')
try {
  const few = await openFilled(FEW, folder, newDatabase)
  const many = await openFilled(MANY, folder, newDatabase)
  await compare(few, many)
  await few.store.close()
  await many.store.close()
} finally {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
}
