/**
 * Checks the whole file at every start while it is small. Sessions and blobs have checksums of their own; indexes have
 * none, and a damaged index silently hides rows.
 */
import { statSync } from 'node:fs'
import Sqlite, { type Database } from 'better-sqlite3'
import { StoreDamaged } from '../errors.ts'
import { unpackMarks } from '../marks.ts'
import { type RawSession, storedSession } from '../rows/session.ts'
import { analyses, answers, laterAnalyses } from '../surveys.ts'
import { DESCRIBED } from '../tables.ts'
import { indexKeys } from '../values/index_hashes.ts'
import { databaseFile, isDamaged } from './connection.ts'

/** Checked in about half a second. */
const SMALL_BYTES = 64 * 1024 * 1024

/** Tables whose blobs have checksums. */
const SEALED = [analyses, laterAnalyses]

/** Faults of an index, with its name, and of the three tables that can be rebuilt. */
const INDEX_FAULT = /^(?:row \d+ missing from|wrong # of entries in|row \d+ values differ from) index (\w+)$/
const REBUILT_FAULT = /^row not in PRIMARY KEY order for (session_tags|index_hashes|mark_index)$/

const SEALED_NAMES: readonly string[] = SEALED.map(({ name }) => name)
/** In a table without checksums, the row may be the damaged part, and not its index. */
const UNVERIFIED = new Set(DESCRIBED.map(({ name }) => name).filter((name) => !SEALED_NAMES.includes(name)))

export function checkWhenSmall(db: Database, folder: string): void {
  if (statSync(databaseFile(folder)).size <= SMALL_BYTES) checkIntegrity(db)
}

/** Rebuilds damaged indexes from the rows; throws StoreDamaged when the rows themselves are damaged. */
export function checkIntegrity(db: Database): void {
  try {
    if (faults(db).length === 0 && tagsAgree(db) && indexHashesAgree(db) && markIndexAgrees(db)) return
    verifyRows(db)
    db.exec('REINDEX')
    rebuildTags(db)
    rebuildIndexHashes(db)
    rebuildMarkIndex(db)
    const [fault] = faults(db)
    if (fault) throw damaged(fault)
  } catch (error) {
    if (error instanceof Sqlite.SqliteError && isDamaged(error.code)) throw damaged(error.message)
    throw error
  }
}

function faults(db: Database): string[] {
  const found = db.prepare<[], string>('PRAGMA integrity_check(100)').pluck().all()
  if (found.length === 1 && found[0] === 'ok') return []
  const tableOf = db.prepare<[string], string>('SELECT tbl_name FROM sqlite_master WHERE name = ?').pluck()
  const beyondRepair = found.find((fault) => {
    const [, index] = INDEX_FAULT.exec(fault) ?? []
    return index === undefined ? !REBUILT_FAULT.test(fault) : UNVERIFIED.has(tableOf.get(index) ?? '')
  })
  if (beyondRepair) throw damaged(beyondRepair)
  return found
}

/** Before a rebuild: when an index and its row disagree, the row may be the damaged one. */
function verifyRows(db: Database): void {
  for (const raw of db.prepare<[], RawSession>('SELECT * FROM sessions NOT INDEXED').iterate())
    storedSession(raw)
  for (const table of SEALED) {
    for (const raw of db.prepare<[], object>(`SELECT * FROM ${table.name} NOT INDEXED`).iterate())
      table.row(raw)
  }
}

/** `session_tags` and `index_hashes` repeat columns of tables with checksums, in another order. */
function tagsAgree(db: Database): boolean {
  const expected = new Set<string>()
  for (const [workspace, id, startedAt, no, tags] of sessionsWithTags(db)) {
    for (const tag of tags) expected.add(JSON.stringify([workspace, id.toString('hex'), startedAt, no, tag]))
  }
  let held = 0
  const rows = db.prepare<[], [string, Buffer, number, number, string]>(
    'SELECT workspace, session_id, started_at, session, tag FROM session_tags',
  )
  for (const [workspace, id, startedAt, no, tag] of rows.raw().iterate()) {
    if (!expected.has(JSON.stringify([workspace, id.toString('hex'), startedAt, no, tag]))) return false
    held++
  }
  return held === expected.size
}

function rebuildTags(db: Database): void {
  db.transaction(() => {
    db.exec('DELETE FROM session_tags')
    const add = db.prepare(
      'INSERT INTO session_tags (workspace, session_id, started_at, session, tag) VALUES (?, ?, ?, ?, ?)',
    )
    for (const [workspace, id, startedAt, no, tags] of [...sessionsWithTags(db)]) {
      for (const tag of tags) add.run(workspace, id, startedAt, no, tag)
    }
  }).immediate()
}

function* sessionsWithTags(db: Database): Generator<[string, Buffer, number, number, string[]]> {
  const rows = db.prepare<[], [string, Buffer, number, number, string]>(
    `SELECT workspace, session_id, started_at, no, tags FROM sessions WHERE tags <> '[]'`,
  )
  for (const [workspace, id, startedAt, no, tags] of rows.raw().iterate()) {
    yield [workspace, id, startedAt, no, parsed(tags)]
  }
}

function indexHashesAgree(db: Database): boolean {
  const held = db
    .prepare<[], [bigint, bigint, bigint]>('SELECT bucket, hash, answer FROM index_hashes')
    .safeIntegers()
    .raw()
  return haveSameRows(expectedIndexHashes(db), held.iterate())
}

function rebuildIndexHashes(db: Database): void {
  db.transaction(() => {
    db.exec('DELETE FROM index_hashes')
    const add = db.prepare('INSERT INTO index_hashes (bucket, hash, answer) VALUES (?, ?, ?)')
    for (const row of [...expectedIndexHashes(db)]) add.run(...row)
  }).immediate()
}

function* expectedIndexHashes(db: Database): Generator<[number, bigint, number]> {
  const rows = db.prepare<[], { bucket: number; no: number }>('SELECT * FROM answers')
  for (const raw of rows.iterate()) {
    const row = answers.row(raw)
    for (const hash of indexKeys(row, row.indexHashes)) yield [raw.bucket, hash, raw.no]
  }
}

/** `mark_index` lists the sessions of `session_marks` by mark. A wrong mark hides a replay, and nothing else. */
function markIndexAgrees(db: Database): boolean {
  const held = db.prepare<[], [number, number]>('SELECT mark, session FROM mark_index').raw()
  return haveSameRows(expectedMarks(db), held.iterate())
}

function rebuildMarkIndex(db: Database): void {
  db.transaction(() => {
    db.exec('DELETE FROM mark_index')
    const add = db.prepare('INSERT OR IGNORE INTO mark_index (mark, session) VALUES (?, ?)')
    for (const row of [...expectedMarks(db)]) add.run(...row)
  }).immediate()
}

function* expectedMarks(db: Database): Generator<[mark: number, session: number]> {
  const rows = db.prepare<[], { session: number; marks: Buffer }>('SELECT session, marks FROM session_marks')
  for (const { session, marks } of rows.iterate()) {
    for (const mark of unpackMarks(marks)) yield [mark, session]
  }
}

type Row = readonly (number | bigint)[]

/** In any order. A row that is held twice is a difference. */
function haveSameRows(expected: Iterable<Row>, held: Iterable<Row>): boolean {
  const missing = new Set<string>()
  for (const row of expected) missing.add(row.join(' '))
  for (const row of held) if (!missing.delete(row.join(' '))) return false
  return missing.size === 0
}

/** Reading a damaged row fails by its checksum; here it counts as a row without tags. */
function parsed(tags: string): string[] {
  try {
    return JSON.parse(tags)
  } catch {
    return []
  }
}

function damaged(what: string): StoreDamaged {
  return new StoreDamaged(`The database file is damaged (${what}). Restore the last backup.`)
}
