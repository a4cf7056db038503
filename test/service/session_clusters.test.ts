/** Copied recordings under different users: the list of linked sessions, and its webhook event. */

import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ROWS } from '../../src/contract/rows.ts'
import { WEBHOOK_BODIES } from '../../src/contract/webhook_events.ts'
import { collectClient, makeBatch, UNLIMITED } from './collect_client.ts'
import { manageClient } from './manage_client.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'
import { type Receiver, startReceiver } from './webhook_receiver.ts'

let service: RunningService
let receiver: Receiver
let offset = 0
beforeAll(async () => {
  receiver = await startReceiver()
  service = await runService(
    { ...UNLIMITED, BYHAND_WEBHOOK_PRIVATE_TARGETS: 'yes' },
    { now: () => Date.now() + offset },
  )
})
afterAll(async () => {
  await service.stop()
  await receiver.close()
})

const PAUSES = [120, 90, 400, 130, 700, 110, 1_200, 95, 300, 150, 560, 180]

/** A visit that types with these pauses, and up to `noise` ms of noise. Times of rows are in tenths of a millisecond. */
async function type(owner: TestWorkspace, user: string, pauses: readonly number[], noise: number) {
  const keys = Array.from(
    { length: 72 },
    (_, i) => (pauses[i % pauses.length] as number) + (i % 2 ? noise : -noise),
  )
  const rows = keys.flatMap((ms) => [
    [ROWS.keydown.code, Math.max(10, ms * 10 - 500), 1, 0, 0, 0],
    [ROWS.keyup.code, 500, 1, 0, 0],
  ])
  const page = collectClient(service.address)
  const now = Date.now()
  const batch = makeBatch(owner.siteKey, {
    rows,

    time_origin: now - 60_000,
    user_id: user,
    intro: 1,
  })
  const { status, text } = await page.post(batch)
  page.close()
  expect([status, status === 200 ? '' : text]).toEqual([200, ''])
  await service.services.scoring.report({ workspace: owner.id, sessionId: batch.session_id })
  return batch.session_id as string
}

it('lists sessions with one rhythm under two users, and sends an event once', async () => {
  const workspace = await service.workspace()
  const other = await service.workspace()
  const manage = await manageClient(service.address, (await workspace.key(['admin'])).key)
  const hook = await manage('POST', '/v1/webhooks', {
    url: receiver.url,
    name: 'clusters',
    events: ['sessions.cluster'],
  })
  expect(hook.status).toBe(200)
  const first = await type(workspace, 'ann', PAUSES, 0)
  const second = await type(workspace, 'ben', PAUSES, 10)
  await type(workspace, 'cem', [300, 800, 90, 100, 250, 1_500, 130], 0)
  await type(other, 'dan', PAUSES, 0)
  const { json } = await manage('GET', '/v1/session-clusters')
  expect(json.clusters).toMatchObject([{ kind: 'rhythm', sessions: 2, users: 2 }])
  const members = (json.clusters[0].members as { session_id: string }[]).map(({ session_id }) => session_id)
  expect(members.toSorted()).toEqual([first, second].toSorted())
  offset = 1_200_000
  await vi.waitFor(() => expect(receiver.received).not.toEqual([]), 30_000)
  const [event] = receiver.received.map(({ body }) => JSON.parse(body))
  expect(Compile(WEBHOOK_BODIES['sessions.cluster']).Errors(event)).toEqual([])
  expect(event.data).toMatchObject({ id: json.clusters[0].id, kind: 'rhythm' })
  expect(JSON.stringify(event)).not.toMatch(/ann|ben/)
})
