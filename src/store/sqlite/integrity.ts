/**
 * Checks the whole file at every start while it is small. Rows have checksums of their own; indexes have none, and a
 * damaged index silently hides rows.
 */
import { statSync } from 'node:fs'
import Sqlite, { type Database } from 'better-sqlite3'
import { bandKeys, unpackBands } from '../bands.ts'
import { memberRow, type RawMember } from '../rows/account.ts'
import { keyRow, type RawKey, type RawWorkspace, workspaceRow } from '../rows/key.ts'
import { laterAnalysis, type RawLater } from '../rows/later_analysis.ts'
import { type RawSession, sessionState } from '../rows/session.ts'
import { analysisRow, neighbor, type RawAnalysis, type RawAnswer } from '../rows/survey.ts'
import { StoreDamaged } from '../store.ts'
import { databaseFile, isDamaged } from './connection.ts'

/** Checked in about half a second. */
const SMALL_BYTES = 64 * 1024 * 1024

/** Faults of an index whose table is intact, and of the two tables that can be rebuilt. */
const REPAIRABLE =
  /^(row \d+ missing from index|wrong # of entries in index|row \d+ values differ from index|row not in PRIMARY KEY order for (session_tags|bands)$)/

export function checkWhenSmall(db: Database, folder: string): void {
  if (statSync(databaseFile(folder)).size <= SMALL_BYTES) checkIntegrity(db)
}

/** Rebuilds damaged indexes from the rows; throws StoreDamaged when the rows themselves are damaged. */
export function checkIntegrity(db: Database): void {
  try {
    if (faults(db).length === 0 && tagsAgree(db) && bandsAgree(db)) return
    verifyRows(db)
    db.exec('REINDEX')
    rebuildTags(db)
    rebuildBands(db)
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
  const beyondRepair = found.find((fault) => !REPAIRABLE.test(fault))
  if (beyondRepair) throw damaged(beyondRepair)
  return found
}

type PlacedAnswer = RawAnswer & { participant_id: string }
const ANSWERS =
  'SELECT w.*, a.participant_id FROM answers w NOT INDEXED CROSS JOIN analyses a NOT INDEXED ON a.no = w.analysis'

/** Before a rebuild: when an index and its row disagree, the row may be the damaged one. */
function verifyRows(db: Database): void {
  for (const raw of db.prepare<[], RawSession>('SELECT * FROM sessions NOT INDEXED').iterate())
    sessionState(raw)
  for (const raw of db.prepare<[], RawAnalysis>('SELECT * FROM analyses NOT INDEXED').iterate())
    analysisRow(raw)
  for (const raw of db.prepare<[], RawLater>('SELECT * FROM later_analyses NOT INDEXED').iterate())
    laterAnalysis(raw)
  for (const raw of db.prepare<[], PlacedAnswer>(ANSWERS).iterate()) neighbor(raw)
  for (const raw of db.prepare<[], RawKey>('SELECT * FROM keys NOT INDEXED').iterate()) keyRow(raw)
  for (const raw of db.prepare<[], RawMember>('SELECT * FROM members NOT INDEXED').iterate()) memberRow(raw)
  for (const raw of db.prepare<[], RawWorkspace>('SELECT * FROM workspaces NOT INDEXED').iterate())
    workspaceRow(raw)
}

/** `session_tags` and `bands` repeat columns of tables with checksums, in another order. */
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

function bandsAgree(db: Database): boolean {
  const expected = new Set<string>()
  for (const [band, answer] of expectedBands(db)) expected.add(`${band} ${answer}`)
  let held = 0
  const rows = db.prepare<[], [bigint, bigint]>('SELECT band, answer FROM bands').safeIntegers().raw()
  for (const [band, answer] of rows.iterate()) {
    if (!expected.has(`${band} ${answer}`)) return false
    held++
  }
  return held === expected.size
}

function rebuildBands(db: Database): void {
  db.transaction(() => {
    db.exec('DELETE FROM bands')
    const add = db.prepare('INSERT INTO bands (band, answer) VALUES (?, ?)')
    for (const [band, answer] of [...expectedBands(db)]) add.run(band, answer)
  }).immediate()
}

function* expectedBands(db: Database): Generator<[bigint, number]> {
  const rows = db.prepare<[], [string, string, string, Buffer, number]>(`
    SELECT a.workspace, a.survey_id, w.question_id, w.bands, w.no FROM answers w JOIN analyses a ON a.no = w.analysis`)
  for (const [workspace, surveyId, questionId, bands, no] of rows.raw().iterate()) {
    for (const band of bandKeys({ workspace, surveyId, questionId }, unpackBands(bands))) yield [band, no]
  }
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
