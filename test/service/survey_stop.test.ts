/** A service that stops while a file is being checked: the check pauses and continues after the next start. */
import { rm } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { UploadItem } from '../../src/contract/dashboard/surveys.ts'
import { collectedDigest } from '../../src/server/survey/result/store_result.ts'
import { keyText } from '../../src/store/values/key_text.ts'
import { loginTo } from './dashboard_client.ts'
import { type RunningService, runService } from './running_service.ts'

/** More rows than can be checked between the first one and the stop. */
const ROWS = 80
const CSV = `participant_id,What do you like about walking?\n${Array.from(
  { length: ROWS },
  (_, row) => `p${row},In week ${row} I walked along the river with my dog and met ${row + 2} neighbours.`,
).join('\n')}\n`

const FAILED = 'survey job failed'

/** Stops while rows are being checked; `first` runs before the stop. */
async function stopWhileChecking(first: (service: RunningService) => unknown) {
  const service = await runService()
  const { id: workspace } = await service.workspace()
  const owner = await loginTo(service, workspace)
  const path = '/survey-jobs?name=walks.csv&survey_id=walks'
  const { json } = await owner.send<UploadItem>('POST', path, CSV)
  const { surveys } = service.services.store
  await expect
    .poll(async () => (await surveys.summary(workspace, 'walks'))?.participants ?? 0, { timeout: 50_000 })
    .toBeGreaterThan(3)
  await first(service)
  await service.close()
  return { service, workspace, id: json.id }
}

it('pauses the file, and checks the rest after the next start', async () => {
  const { service, workspace, id } = await stopWhileChecking(() => {})
  expect(service.logLines.filter((line) => line.includes(FAILED))).toEqual([])
  const again = await runService({}, { folder: service.folder })
  try {
    const upload = () => again.services.store.uploads.find(workspace, id)
    await expect.poll(async () => (await upload())?.state, { timeout: 60_000, interval: 200 }).toBe('done')
    expect(await upload()).toMatchObject({ total: ROWS, done: ROWS, rejected: 0, problem: null })
  } finally {
    await again.stop()
  }
})

it('marks the file as failed if the threads end first (control)', async () => {
  const { service } = await stopWhileChecking(({ services }) => services.survey.pool.close())
  expect(service.logLines.some((line) => line.includes(FAILED))).toBe(true)
  await rm(service.folder, { recursive: true, force: true })
})

describe('a file that is canceled while it is analyzed', () => {
  const cancelAfter = async (participants: number, isAnalyzed: boolean) => {
    const service = await runService()
    const { id: workspace } = await service.workspace()
    const owner = await loginTo(service, workspace)
    const { store } = service.services
    const { json } = await owner.send<UploadItem>('POST', '/survey-jobs?name=walks.csv&survey_id=walks', CSV)
    const stored = () => store.surveys.participants({ workspace, surveyId: keyText('walks'), limit: 200 })
    const analyzed = async () => (await stored()).filter((row) => collectedDigest(row) === undefined)
    const count = async () => (await (isAnalyzed ? analyzed() : stored())).length
    await expect.poll(count, { timeout: 50_000, interval: 20 }).toBeGreaterThanOrEqual(participants)
    const path = `/survey-jobs/${json.id}`
    const canceled = await owner.send<UploadItem>('POST', `${path}/cancel`)
    expect([canceled.status, canceled.json.state]).toEqual([200, 'canceling'])
    const state = async () => (await owner.get<UploadItem>(path)).json.state
    await expect.poll(state, { timeout: 50_000 }).toBe('canceled')
    return { service, owner, path, stored, analyzed }
  }

  it.each([
    ['while its rows are collected', 5, false],
    ['while its rows are analyzed', 5, true],
  ] as const)('%s leaves no row that was not analyzed', async (_, participants, isAnalyzed) => {
    const { service, owner, path, stored, analyzed } = await cancelAfter(participants, isAnalyzed)
    try {
      const left = await stored()
      expect(left).toEqual(await analyzed())
      expect(left.length).toBeLessThan(ROWS)
      expect(left.length).toBeGreaterThanOrEqual(isAnalyzed ? participants : 0)
      expect((await owner.get(`${path}/result`)).status).toBe(404)
      expect((await owner.send<UploadItem>('POST', `${path}/cancel`)).json.state).toBe('canceled')
      expect(service.logLines.filter((line) => line.includes(FAILED))).toEqual([])
      // The next file is not held up.
      const next = await owner.send<UploadItem>('POST', '/survey-jobs?name=next.csv&survey_id=next', CSV)
      const job = async () => (await owner.get<UploadItem>(`/survey-jobs/${next.json.id}`)).json
      await expect.poll(job, { timeout: 60_000 }).toMatchObject({ state: 'done', done: ROWS, ahead: 0 })
    } finally {
      await service.stop()
    }
  })
})
