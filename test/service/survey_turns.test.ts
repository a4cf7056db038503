/** Files of survey answers: a large file of one workspace does not hold up the files of another. */
import { expect, it } from 'vitest'
import type { UploadItem } from '../../src/contract/dashboard/surveys.ts'
import { loginTo } from './dashboard_client.ts'
import { runService } from './running_service.ts'

/** More rows than are analyzed until the end of the test. */
const LARGE = 20_000
const SMALL = 3

const csv = (rows: number) =>
  `participant_id,What do you like about walking?\n${Array.from(
    { length: rows },
    (_, row) => `p${row},In week ${row} I walked along the river with my dog and met ${row + 2} neighbors.`,
  ).join('\n')}\n`

it('analyzes a small file while a large one of another workspace is analyzed', async () => {
  const service = await runService()
  const { uploads } = service.services.store
  try {
    const [busy, other] = [await service.workspace(), await service.workspace()]
    const send = async ({ id }: typeof busy, name: string, rows: number) => {
      const owner = await loginTo(service, id)
      const { json } = await owner.send<UploadItem>('POST', `/survey-jobs?name=${name}.csv`, csv(rows))
      return () => uploads.find(id, json.id)
    }
    const large = await send(busy, 'large', LARGE)
    await expect.poll(async () => (await large())?.done, { timeout: 60_000 }).toBeGreaterThan(0)
    // Control: a second file of the same workspace waits.
    const behind = await send(busy, 'behind', SMALL)
    const small = await send(other, 'small', SMALL)
    await expect.poll(async () => (await small())?.state, { timeout: 60_000 }).toBe('done')
    expect(await behind()).toMatchObject({ state: 'running', done: 0 })
    expect(await large()).toMatchObject({ state: 'running' })
  } finally {
    await service.stop()
  }
})
