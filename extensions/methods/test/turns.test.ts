/** Reports on surveys: those of one workspace hold up none of another. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { loginTo } from '../../../test/service/dashboard_client.ts'
import { flood, statusOf } from '../../../test/service/flood.ts'
import { manageClient } from '../../../test/service/manage_client.ts'
import { type RunningService, runService } from '../../../test/service/running_service.ts'

let service: RunningService
let [busy, other]: Awaited<ReturnType<typeof caller>>[] = []

beforeAll(async () => {
  service = await runService()
  ;[busy, other] = [await caller(), await caller()]
})
afterAll(() => service?.stop())

async function caller() {
  const workspace = await service.workspace()
  const response = await fetch(`${service.address}/survey-check/v021`, {
    method: 'POST',
    headers: { 'x-api-key': workspace.secretKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      survey_id: 'town',
      participant_id: 'p1',
      questions: { q1: 'What do you like about your town?' },
      responses: { q1: 'The bakery on the corner.' },
    }),
  })
  expect(response.status).toBe(200)
  const send = await manageClient(service.address, (await workspace.key(['admin'])).key)
  const owner = await loginTo(service, workspace.id)
  return {
    id: workspace.id,
    methods: () => statusOf(send('GET', '/v1/surveys/town/methods')),
    panel: () => statusOf(owner.get('/surveys/town/panel')),
  }
}
type Caller = Awaited<ReturnType<typeof caller>>

it('answers reports of another workspace while those of one take long', async () => {
  const { surveys } = service.services.store
  const read = surveys.participants
  const gate = Promise.withResolvers<void>()
  const slow = vi.spyOn(surveys, 'participants').mockImplementation(async (query) => {
    if (query.workspace === busy?.id) await gate.promise
    return read.call(surveys, query)
  })
  const sent = await flood((busy as Caller).methods)
  expect(await (other as Caller).methods()).toBe(200)
  expect(await (other as Caller).panel()).toBe(200)
  gate.resolve()
  expect(await Promise.all(sent)).toContain(200)
  slow.mockRestore()
})
