/** The panel report of a survey, through the dashboard and the command line. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { byhandHere as byhand } from '../../../test/service/command.ts'
import { loginTo } from '../../../test/service/dashboard_client.ts'
import { manageClient } from '../../../test/service/manage_client.ts'
import { type RunningService, runService } from '../../../test/service/running_service.ts'
import type { PanelReport } from '../panel_contract.ts'

const PROLIFIC = ['5f8c2a1b3d4e5f8c2a1b3d41', '5f8c2a1b3d4e5f8c2a1b3d42', '5f8c2a1b3d4e5f8c2a1b3d43']
const MTURK = 'A2P2MT8IK72CVZ'
const GIBBERISH = 'Xkqzv wrtpl mnbdf qwzxv plkjh'
const ANSWERS: readonly (readonly [id: string, answer: string])[] = [
  [PROLIFIC[0] as string, 'The bakery on the corner, and that my neighbors say hello.'],
  [PROLIFIC[1] as string, GIBBERISH],
  [PROLIFIC[2] as string, `${GIBBERISH} zzkqv`],
  [MTURK, 'the park is never full, and the bus comes on time, well mostly'],
]

let service: RunningService
let workspace: string
let scratch: string

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'byhand-panel-'))
  service = await runService()
  const created = await service.workspace()
  workspace = created.id
  for (const [participant_id, answer] of ANSWERS) {
    const response = await fetch(`${service.address}/survey-check/v021`, {
      method: 'POST',
      headers: { 'x-api-key': created.secretKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        survey_id: 'town',
        participant_id,
        questions: { q1: 'What do you like about your town?' },
        responses: { q1: answer },
      }),
    })
    expect(response.status).toBe(200)
  }
  const manage = await manageClient(service.address, (await created.key(['admin'])).key)
  const override = (id: string, verdict: string) =>
    manage('PUT', `/v1/surveys/town/participants/${id}/verdict`, { verdict })
  expect((await override(PROLIFIC[2] as string, 'keep')).status).toBe(200)
  expect((await override(MTURK, 'remove')).status).toBe(200)
})
afterAll(async () => {
  await service.stop()
  await rm(scratch, { recursive: true, force: true })
})

const panel = (...words: string[]) =>
  byhand({ folder: service.folder }, 'surveys', 'panel', 'town', '--workspace', workspace, ...words)

it('lists removed participants of each provider, after decisions of reviewers', async () => {
  const { stdout } = await panel('--json')
  const { pages } = JSON.parse(stdout)
  expect(pages).toMatchObject([
    {
      provider: 'Prolific',
      participants: 3,
      removed: [{ participant_id: PROLIFIC[1], removed_by_reviewer: false, confirmed: false }],
      checks: [
        { check: 'Automated test: Gibberish', error_rate: { unit: 'participants of the worst survey' } },
      ],
    },
    {
      provider: 'MTurk',
      participants: 1,
      removed: [{ participant_id: MTURK, checks: [], removed_by_reviewer: true, confirmed: true }],
      checks: [],
    },
  ])
})

it('writes the page of one provider, without answers and without ids of others', async () => {
  const file = join(scratch, 'prolific.html')
  expect(await panel('--provider', 'Prolific', '--out', file)).toMatchObject({ code: 0 })
  const html = await readFile(file, 'utf8')
  expect(html).toContain(PROLIFIC[1])
  for (const other of [PROLIFIC[0], PROLIFIC[2], MTURK, 'Xkqzv', 'bakery']) expect(html).not.toContain(other)
  const { stdout } = await panel('--provider', 'MTurk', '--format', 'csv')
  expect(stdout).toBe(`participant_id,checks,decision\r\n${MTURK},,reviewer\r\n`)
  expect(await panel('--provider', 'Prolific', '--out', file)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('already exists'),
  })
})

it('asks which provider, and names those of the survey', async () => {
  expect(await panel()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--provider must be one of: Prolific, MTurk.'),
  })
  expect(await panel('--provider', 'CloudResearch')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('has no participants from this provider, only from Prolific, MTurk.'),
  })
})

it('offers the same files in the dashboard', async () => {
  const owner = await loginTo(service, workspace)
  const { json } = await owner.get<PanelReport>('/surveys/town/panel')
  expect(json.pages.map(({ provider }) => provider)).toEqual(['Prolific', 'MTurk'])
  const page = await owner.get('/surveys/town/panel?provider=Prolific&format=html')
  expect(page.headers.get('content-disposition')).toBe('attachment; filename="removed-prolific.html"')
  expect(page.text).toContain(PROLIFIC[1])
  const table = await owner.get('/surveys/town/panel?provider=MTurk&format=csv')
  expect(table.text).toContain(`${MTURK},,reviewer`)
  expect((await owner.get('/surveys/town/panel?provider=Other&format=csv')).status).toBe(404)
  expect((await owner.get('/surveys/town/panel?provider=other')).status).toBe(400)
  expect((await owner.get('/surveys/none/panel')).status).toBe(404)
})
