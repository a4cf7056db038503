/** A service that stops while a file is being checked: the check pauses and continues after the next start. */
import { rm } from 'node:fs/promises'
import { expect, it } from 'vitest'
import type { UploadItem } from '../../src/contract/dashboard/surveys.ts'
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
