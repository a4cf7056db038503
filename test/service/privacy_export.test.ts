/** Export of a person's data in the dashboard and at the command line: complete, and without data of others. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byhandHere as byhand } from './command.ts'
import { type DashboardClient, loginTo } from './dashboard_client.ts'
import type { MarkedPerson } from './privacy_person.ts'
import { openPrivacyWorkspace, type PrivacyWorkspace } from './privacy_workspace.ts'
import type { RunningService, TestWorkspace } from './running_service.ts'

const folder = mkdtempSync(join(tmpdir(), 'byhand-export-'))

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
  rmSync(folder, { recursive: true })
})

/** Values that are binary in the store and have another form in the document. */
const READABLE = /bytes|sketch/

function expectTraces(text: string, whose: MarkedPerson, part: 'visit' | 'answers'): void {
  const missing = [...whose[part]].filter(
    ([what, word]) => !READABLE.test(what) && !text.includes(word as string),
  )
  expect(missing).toEqual([])
}

function expectNothingOf(text: string, whose: MarkedPerson): void {
  for (const word of [...whose.visit.values(), ...whose.answers.values()]) {
    if (typeof word === 'string') expect(text).not.toContain(word)
  }
}

const ask = (client: DashboardClient, subject: object) =>
  client.send<Exported>('POST', '/exports/person', subject)

interface Exported {
  readonly format: number
  readonly subject: object
  readonly sessions: {
    session_id: string
    deliveries: object[]
    audit: { action: string }[]
    batches: object[]
  }[]
  readonly analyses: { participant_id: string; duplicate_index: { sketch: string }[]; deliveries: object[] }[]
  readonly upload_rows: { file: string; cells: Record<string, string> }[]
}

describe('an export', () => {
  it('of a user contains every trace of their visits', async () => {
    const { json, text, headers } = await ask(owner, { user_id: person.userId })
    expectTraces(text, person, 'visit')
    expectNothingOf(text, neighbor)
    expect(json).toMatchObject({
      format: 1,
      subject: { user_id: person.userId },
      analyses: [],
      upload_rows: [],
    })
    const [session] = json.sessions
    expect(session?.session_id).toBe(person.sessionId)
    expect(session?.batches.length).toBeGreaterThan(0)
    expect(session?.deliveries.length).toBeGreaterThan(0)
    expect(session?.audit.map(({ action }) => action)).toContain('label_set')
    expect(headers.get('content-disposition')).toBe('attachment; filename="byhand-person.json"')
    expect(headers.get('cache-control')).toBe('no-store')
    // The same session, exported by its id.
    const one = await ask(owner, { session_id: person.sessionId })
    expect(one.json.sessions).toEqual(json.sessions)
  })

  it('of a participant contains every trace of their answers', async () => {
    const { json, text } = await ask(owner, { participant_id: person.participantId })
    expectTraces(text, person, 'answers')
    expectNothingOf(text, neighbor)
    expect(json.sessions).toEqual([])
    expect(json.analyses).toHaveLength(3)
    expect(json.analyses[0]?.deliveries.length).toBeGreaterThan(0)
    const sketch = person.answers.get('sketch in the duplicate index') as Buffer
    expect(
      json.analyses.flatMap(({ duplicate_index }) => duplicate_index.map((entry) => entry.sketch)),
    ).toContain(sketch.toString('base64'))
    expect(json.upload_rows.map(({ file }) => file)).toEqual(['answers.csv', 'answers.csv'])
    const only = await ask(owner, { participant_id: person.participantId, survey_id: person.surveyId })
    expect(only.json).toMatchObject({ analyses: [{ participant_id: person.participantId }], upload_rows: [] })
  })

  it('is available to owners of the workspace only, with an audit entry that names no person', async () => {
    const analyst = await loginTo(service, workspace.id, 'analyst')
    expect((await ask(analyst, { user_id: person.userId })).status).toBe(403)
    const stranger = await loginTo(service, (await service.workspace()).id)
    const theirs = await ask(stranger, { user_id: person.userId })
    expect(theirs.json).toMatchObject({ sessions: [], analyses: [], upload_rows: [] })
    expect(theirs.text.replace(person.userId, '')).not.toMatch(/zq[a-z]{12}/)
    const { json } = await owner.get<{ items: { action: string }[] }>('/audit?limit=200')
    const exported = json.items.filter(({ action }) => action === 'person_exported')
    expect(exported.length).toBeGreaterThan(0)
    expect(JSON.stringify(exported)).not.toContain(person.userId)
    expect(JSON.stringify(exported)).not.toContain(person.participantId)
    for (const body of [{}, { user_id: '' }, { user_id: 'a', session_id: 'b' }, { survey_id: 'x' }]) {
      expect((await ask(owner, body as object)).status).toBe(400)
    }
  })

  it('at the command line is the same document, in a file readable by its owner only', async () => {
    const run = (...words: string[]) =>
      byhand({ folder: service.folder }, 'export', '--workspace', workspace.id, ...words)
    const file = join(folder, 'person.json')
    expect(await run('--user', person.userId, '--out', file)).toMatchObject({ code: 0, stderr: '' })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const written = JSON.parse(readFileSync(file, 'utf8')) as Exported
    const { json } = await ask(owner, { user_id: person.userId })
    expect(written.sessions).toEqual(json.sessions)
    const again = await run('--user', person.userId, '--out', file)
    expect([again.code, again.stderr]).toEqual([1, `byhand: ${file} already exists.\n`])
    const unknown = await run('--user', 'x', '--out', join(folder, 'n.json'))
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      'byhand: There is no data about this person. No file was written.\n',
    ])
    expect(existsSync(join(folder, 'n.json'))).toBe(false)
    expect((await run('--out', join(folder, 'n.json'))).code).toBe(2)
    expect((await run('--user', 'x', '--survey', 's', '--out', join(folder, 'n.json'))).code).toBe(2)
  })

  it('is empty after an erasure', async () => {
    await owner.send('POST', '/erasures', { user_id: person.userId })
    await owner.send('POST', '/erasures', { participant_id: person.participantId })
    for (const subject of [
      { user_id: person.userId },
      { session_id: person.sessionId },
      { participant_id: person.participantId },
    ]) {
      const { json } = await ask(owner, subject)
      expect(json).toMatchObject({ sessions: [], analyses: [], upload_rows: [] })
    }
    expectTraces((await ask(owner, { user_id: neighbor.userId })).text, neighbor, 'visit')
  })
})
