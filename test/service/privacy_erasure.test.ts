/** Erasure, verified on the remaining bytes: of files, of compressed data in them, and of the journal. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Erasure } from '../../src/contract/dashboard/privacy.ts'
import { databaseFile } from '../../src/store/sqlite/connection.ts'
import type { DashboardClient } from './dashboard_client.ts'
import type { MarkedPerson } from './privacy_person.ts'
import { filesIn, foundIn, type Word } from './privacy_traces.ts'
import { openPrivacyWorkspace, type PrivacyWorkspace } from './privacy_workspace.ts'
import type { RunningService, TestWorkspace } from './running_service.ts'

let place: PrivacyWorkspace
let service: RunningService
let workspace: TestWorkspace
let owner: DashboardClient
let person: MarkedPerson
let neighbor: MarkedPerson

beforeAll(async () => {
  place = await openPrivacyWorkspace()
  ;({ service, workspace, owner, person, neighbor } = place)
})
afterAll(async () => {
  await place?.close()
})

/** Rows over several pages are not contiguous in the file, so they are also read as rows. */
function rowsOf(folder: string): { name: string; bytes: Buffer }[] {
  const db = new Sqlite(databaseFile(folder), { readonly: true })
  const tables = db
    .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all()
  const rows = tables.map((table) => {
    const values = db.prepare(`SELECT * FROM ${table}`).raw().all().flat() as unknown[]
    const bytes = values.flatMap((value) => [
      Buffer.isBuffer(value) ? value : Buffer.from(String(value)),
      GAP,
    ])
    return { name: `table ${table}`, bytes: Buffer.concat(bytes) }
  })
  db.close()
  return rows
}
const GAP = Buffer.from('\n')

const traces = (words: ReadonlyMap<string, Word>, folder = service.folder) =>
  foundIn([...filesIn(folder), ...rowsOf(folder)], words)

const eraseTwice = async (body: object) => {
  const first = await owner.send<Erasure>('POST', '/erasures', body)
  expect(first.status, first.text).toBe(200)
  const { at: _, waits_for: waitsFor, ...again } = (await owner.send<Erasure>('POST', '/erasures', body)).json
  expect(waitsFor).toEqual([])
  expect(Object.values(again)).toEqual(Object.values(again).map(() => 0))
  return first.json
}

describe('before an erasure', () => {
  it('every trace is found', () => {
    for (const { visit, answers } of [person, neighbor]) {
      expect([...traces(visit).keys()].sort()).toEqual([...visit.keys()].sort())
      expect([...traces(answers).keys()].sort()).toEqual([...answers.keys()].sort())
    }
  })

  it('a plain delete without secure_delete leaves traces (control)', () => {
    const copy = mkdtempSync(join(tmpdir(), 'byhand-plain-'))
    try {
      cpSync(service.folder, copy, { recursive: true })
      const db = new Sqlite(databaseFile(copy))
      db.pragma('secure_delete = OFF')
      for (const table of [
        'sessions',
        'session_tags',
        'batches',
        'reports',
        'deliveries',
        'analyses',
        'uploads',
      ]) {
        db.exec(`DELETE FROM ${table}`)
      }
      db.pragma('wal_checkpoint(TRUNCATE)')
      db.close()
      const left = foundIn(filesIn(copy), new Map([...person.visit, ...person.answers]))
      expect(left.has('user id')).toBe(true)
      expect(left.size).toBeGreaterThan(5)
    } finally {
      rmSync(copy, { recursive: true })
    }
  })
})

describe('an erasure', () => {
  it('of a user leaves no byte of their visits', async () => {
    expect(await eraseTwice({ user_id: person.userId })).toMatchObject({ sessions: 1, labels: 1 })
    await service.services.store.clearErased()
    expect([...traces(person.visit)]).toEqual([])
    const audit = (await owner.get('/audit?limit=200')).text
    expect(audit).toContain('"label_set"')
    expect(audit).not.toContain(person.sessionId)
  })

  it('of a participant leaves no byte of their answers, including those in uploaded files', async () => {
    const { participantId: participant_id } = person
    // The request, and the two rows of the file, the second under its own name.
    expect(await eraseTwice({ participant_id })).toMatchObject({ analyses: 3, upload_rows: 2 })
    const all = new Map([...person.answers, ...person.replaced])
    await service.services.store.clearErased()
    expect([...traces(all)]).toEqual([])
    const { json } = await owner.get<{ items: { download: string }[] }>('/survey-jobs')
    for (const { download } of json.items) {
      const file = (await owner.get(download.replace('/v1', ''))).text
      expect(file).toContain('somebody else')
      expect(file.trim().split('\r\n')).toHaveLength(4)
    }
  })

  it('does not change the data of others', async () => {
    expect([...traces(neighbor.visit).keys()].sort()).toEqual([...neighbor.visit.keys()].sort())
    expect([...traces(neighbor.answers).keys()].sort()).toEqual([...neighbor.answers.keys()].sort())
  })

  it('of a session erases only that session', async () => {
    const { sessionId: session_id } = neighbor
    expect(await eraseTwice({ session_id })).toMatchObject({ sessions: 1, labels: 1 })
    await service.services.store.clearErased()
    expect([...traces(neighbor.visit)]).toEqual([])
  })

  it('waits while a file with the participant is being analyzed', async () => {
    const { store } = service.services
    const running = { state: 'running', total: 1, done: 0, flagged: 0, rejected: 0, problem: null } as const
    const row = {
      id: 'upl_running',
      workspace: workspace.id,
      name: 'a.csv',
      options: '{}',
      createdAt: Date.now(),
      questions: null,
    }
    await store.uploads.create(
      { ...row, ...running },
      Buffer.from(`participant_id,text\n${neighbor.participantId},one two three four five\n`),
    )
    // Claimed by another node.
    await store.uploads.progress(workspace.id, row.id, running, Date.now() + 60_000)
    const request = { participant_id: neighbor.participantId }
    for (let i = 0; i < 2; i++) {
      const queued = await owner.send('POST', '/erasures', request)
      expect([queued.status, queued.json]).toMatchObject([200, { analyses: 0, waits_for: [row.id] }])
    }
    const [queued, ...others] = await store.queuedErasures.list()
    expect(others).toEqual([])
    // Longer than the interval at which queued erasures are tried.
    await new Promise((resolve) => setTimeout(resolve, 6_000))
    expect(await store.queuedErasures.list()).toEqual([queued])
    expect(traces(neighbor.answers).has('answer')).toBe(true)
    await store.uploads.progress(workspace.id, row.id, { ...running, state: 'failed' }, 0)
    await expect.poll(() => store.queuedErasures.list(), { timeout: 60_000, interval: 300 }).toEqual([])
    const { items } = (await owner.get<{ items: { action: string; detail: string }[] }>('/audit')).json
    expect(items.slice(0, 3)).toMatchObject([
      { action: 'erased', detail: '0 sessions, 3 analyses' },
      { action: 'erasure_queued' },
      { action: 'erasure_queued' },
    ])
    await expect.poll(() => [...traces(neighbor.answers)], { timeout: 60_000, interval: 300 }).toEqual([])
  })
})
