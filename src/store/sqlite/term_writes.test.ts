import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { newFacts } from '../../../test/samples/session_facts.ts'
import { newReport, newWorkspace, startSession } from '../../../test/store/engine.ts'
import type { Store } from '../store.ts'
import { DAY_MS, HOUR_MS, SPANS, WEEK_MS } from '../terms.ts'
import { databaseFile } from './connection.ts'
import { openSqlite } from './sqlite.ts'

const WEEK = 2_900 * WEEK_MS

let folder: string
let store: Store
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byhand-counters-'))
  store = await openSqlite({ folder })
})
afterEach(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

it.each(SPANS)('a recount repairs damaged counters of %i hours', async (span) => {
  const workspace = newWorkspace()
  for (const [index, receivedAt] of [WEEK, WEEK + HOUR_MS, WEEK + 3 * DAY_MS].entries()) {
    const sessionId = `session ${index}`
    await startSession(store, workspace, { sessionId, receivedAt })
    await store.sessions.saveReport({ workspace, sessionId }, { ...newReport(1), facts: newFacts() })
  }
  const db = new Sqlite(databaseFile(folder))
  const all = () => db.prepare('SELECT * FROM session_counts').all()
  const intact = all()
  expect(intact.filter((row) => (row as { span: number }).span === span).length).toBeGreaterThan(0)
  db.prepare('UPDATE session_counts SET accept = accept + 7 WHERE span = ? AND at = ?').run(span, WEEK)
  db.prepare(
    `INSERT INTO session_counts SELECT workspace, span, dimension, at, 'never there', label, 1, 0, 0, 0, 0
     FROM session_counts WHERE span = ? AND at = ? AND dimension = 'country'`,
  ).run(span, WEEK)
  expect(all()).not.toEqual(intact)
  expect(await store.facts.recount(workspace, WEEK, WEEK + HOUR_MS)).toBe(1)
  expect(all()).toEqual(intact)
  db.close()
})
