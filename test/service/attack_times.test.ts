/** Impossible times: each is rejected with its field name, or corrected to a possible time. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiClient } from './api_client.ts'
import { type CollectClient, collectClient, makeBatch, UNLIMITED } from './collect_client.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

let service: RunningService
let site: TestWorkspace
let client: CollectClient
beforeAll(async () => {
  service = await runService({ ...UNLIMITED, BYHAND_LOG_LEVEL: 'warn' })
  site = await service.workspace()
  client = collectClient(service.address)
})
afterAll(async () => {
  client?.close()
  await service?.stop()
})

const TEN_YEARS_MS = 3_652 * 24 * 3_600_000
const TIMES = [
  0,
  -1,
  1,
  -(2 ** 53),
  2 ** 53,
  2 ** 53 - 1,
  1e308,
  -1e308,
  0.5,
  8.64e15,
  8.64e15 + 1,
  Date.now() + TEN_YEARS_MS,
  Date.now() - TEN_YEARS_MS,
]
const WORDS = ['NaN', 'Infinity', '1e999', '-0', '""', 'null', 'true', '[]', '"2026-11-15"', '1'.repeat(400)]

describe.each(['sent_at', 'time_origin', 'start'])('%s', (field) => {
  it.each([...TIMES.map(String), ...WORDS])('of %s', async (time) => {
    const batch = makeBatch(site.siteKey)
    const text = JSON.stringify({ ...batch, [field]: 123454321 }).replace('123454321', time)
    const reply = await client.post(text)
    const arrived = Date.now()
    if (reply.status === 400) {
      expect(['invalid_request', 'invalid_json']).toContain(reply.json.code)
      if (reply.json.code === 'invalid_request')
        expect(reply.json.errors[0].pointer).toMatch(
          new RegExp(`^/(${field}|rows|sent_at|time_origin|start)`),
        )
      return
    }
    expect([reply.status, reply.text]).toEqual([200, reply.text])
    const get = apiClient(service.address, site.secretKey)
    const { json } = await get(`/v1/sessions/${batch.session_id}/events`)
    for (const { unix_timestamp: at } of json.events) {
      expect(at).toBeLessThanOrEqual(arrived)
      expect(at).toBeGreaterThan(arrived - 24 * 3_600_000)
    }
    expect((await get(`/v1/sessions/${batch.session_id}/report`)).json.recommended_action).not.toBe(
      'Auto-accept',
    )
  })
})
