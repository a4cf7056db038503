/** The methods paragraph and the exclusion table of a survey, through the management API and the command line. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { byhandHere as byhand } from '../../../test/service/command.ts'
import { type ManageClient, manageClient } from '../../../test/service/manage_client.ts'
import { type RunningService, runService } from '../../../test/service/running_service.ts'

const QUESTION = 'What do you like about your town?'
const ANSWERS: Readonly<Record<string, string>> = {
  p1: 'The bakery on the corner, and that my neighbors say hello.',
  p2: 'Xkqzv wrtpl mnbdf qwzxv plkjh',
  p3: 'the park is never full, and the bus comes on time, well mostly',
  p4: 'The bakery on the corner, and that my neighbors say hello!',
}

let service: RunningService
let workspace: string
let manage: ManageClient
let scratch: string

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'byhand-methods-'))
  service = await runService()
  const created = await service.workspace()
  workspace = created.id
  manage = await manageClient(service.address, (await created.key(['admin'])).key)
  for (const [participant_id, answer] of Object.entries(ANSWERS)) {
    const response = await fetch(`${service.address}/survey-check/v021`, {
      method: 'POST',
      headers: { 'x-api-key': created.secretKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        survey_id: 'town/1',
        participant_id,
        questions: { q1: QUESTION },
        responses: { q1: answer },
      }),
    })
    expect(response.status).toBe(200)
  }
  await manage('PUT', '/v1/surveys/town%2F1/participants/p4/verdict', { verdict: 'remove' })
})
afterAll(async () => {
  await service.stop()
  await rm(scratch, { recursive: true, force: true })
})

it('counts the participants of a survey by check and verdict', async () => {
  const { status, json } = await manage('GET', '/v1/surveys/town%2F1/methods')
  expect(status).toBe(200)
  expect(json).toMatchObject({
    survey_id: 'town/1',
    models: ['byhand-v021'],
    participants: 4,
    questions: 1,
    typed: 0,
    flagged: 2,
    verdicts: { keep: 1, review: 1, remove: 2 },
    removed_by_reviewer: 1,
    restored_by_reviewer: 0,
  })
  const counts = new Map(json.checks.map((one: { check: string }) => [one.check, one]))
  expect(counts.get('Automated test: Gibberish')).toMatchObject({ flagged: 1, remove: 1 })
  expect(counts.get('Cross-duplicate response')).toMatchObject({ flagged: 1, remove: 1 })
  expect(counts.get('Response pasted')).toMatchObject({ applied: 0, flagged: 0 })
  for (const part of [
    'The verdict was keep for 1, review for 1 and remove for 2.',
    '2 of 4 participants (50.0%) were marked for removal:',
    'A reviewer has confirmed 1 of these removals.',
    '1 of 4 participants (25.0%) remained marked for review and was not removed: 1 for a similar answer of a later participant.',
  ])
    expect(json.text).toContain(part)
})

it('shows the survey as with another low-effort threshold', async () => {
  const { json } = await manage('GET', '/v1/surveys/town%2F1/methods?low_effort_threshold=10')
  expect(json.low_effort_thresholds).toEqual([10])
  expect(json.flagged).toBe(4)
  expect((await manage('GET', '/v1/surveys/town%2F1/methods?low_effort_threshold=11')).status).toBe(400)
})

it('writes the exclusion table as CSV', async () => {
  const { text, headers } = await manage('GET', '/v1/surveys/town%2F1/methods?format=csv')
  expect(headers.get('content-disposition')).toContain('exclusions.csv')
  expect(text).toContain('\r\nAll participants,4,2,1,1,2,')
})

it('knows no survey of another name', async () => {
  expect((await manage('GET', '/v1/surveys/other/methods')).status).toBe(404)
})

it('prints the same paragraph on the command line', async () => {
  const { json } = await manage('GET', '/v1/surveys/town%2F1/methods')
  const table = join(scratch, 'exclusions.csv')
  const place = { folder: service.folder }
  const words = ['surveys', 'methods', 'town/1', '--workspace', workspace]
  const printed = await byhand(place, ...words, '--table', table)
  expect(printed.stdout).toBe(`${json.text}\n`)
  expect(await readFile(table, 'utf8')).toContain('All participants,4,2,1,1,2,')
  const again = await byhand(place, ...words, '--table', table)
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('already exists') })
  const missing = await byhand(place, 'surveys', 'methods', 'none', '--workspace', workspace)
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no survey none.') })
})
