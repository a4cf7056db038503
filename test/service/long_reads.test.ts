/** Previews of settings: those of one workspace hold up none of another. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { flood, statusOf } from './flood.ts'
import { manageClient } from './manage_client.ts'
import { type RunningService, runService } from './running_service.ts'

let service: RunningService
let [busy, other]: Awaited<ReturnType<typeof caller>>[] = []

beforeAll(async () => {
  service = await runService()
  ;[busy, other] = [await caller(), await caller()]
})
afterAll(() => service?.stop())

async function caller() {
  const workspace = await service.workspace()
  const send = await manageClient(service.address, (await workspace.key(['admin'])).key)
  return { preview: () => statusOf(send('POST', '/v1/settings/what-if', { monitor_only: true })) }
}
type Caller = Awaited<ReturnType<typeof caller>>

it('answers a preview of another workspace while one repeats its own', async () => {
  const sent = await flood((busy as Caller).preview)
  expect(await (other as Caller).preview()).toBe(200)
  expect(await Promise.all(sent)).toContain(200)
})
