/** Three replies in ten are lost. The sender cannot know whether its batch arrived, so it sends it again. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FaultProxy, openFaultProxy } from '../faults/fault_proxy.ts'
import { collectClient, type Loose, makeBatch, times, UNLIMITED } from './collect_client.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

const SESSIONS = 50
const BATCHES = 20
const SENT = SESSIONS * BATCHES
const LOST_SHARE = 0.3

let service: RunningService
let site: TestWorkspace
let proxy: FaultProxy

/** The same losses in every run. */
function seededLosses(): () => boolean {
  let state = 7
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32 < LOST_SHARE
  }
}

beforeAll(async () => {
  service = await runService({ ...UNLIMITED, BYHAND_LOG_LEVEL: 'silent' })
  site = await service.workspace()
  proxy = await openFaultProxy(service.address, seededLosses())
})
afterAll(async () => {
  await proxy.close()
  await service.stop()
})

/** Sends until there is an answer. `again` is what a sender makes of a batch it must send again. */
async function run(again: (batch: Loose, attempt: number) => Loose) {
  const client = collectClient(proxy.address)
  const received = { stored: 0, repeated: 0 }
  const sessions: string[] = []
  await times(SESSIONS, async () => {
    const first = makeBatch(site.siteKey, { dropped: 3 })
    sessions.push(first.session_id)
    let token: string | undefined
    for (let seq = 0; seq < BATCHES; seq++) {
      const batch: Loose = { ...first, seq, start: seq * 100 }
      for (let attempt = 0; ; attempt++) {
        const { claim, ...rest } = attempt === 0 ? batch : again(batch, attempt)
        const reply = await client
          .post(token === undefined ? { ...rest, claim } : { ...rest, token })
          .catch(() => null)
        if (reply === null) continue
        expect(reply.status, reply.text).toBe(200)
        token = reply.json.token
        received[reply.json.status as 'stored' | 'repeated']++
        break
      }
    }
  })
  client.close()
  let stored = 0
  let unique = 0
  for (const sessionId of sessions) {
    const batches = await service.services.store.sessions.batches({ workspace: site.id, sessionId })
    stored += batches.length
    unique += new Set(batches.map(({ seq }) => seq % 1_000)).size
  }
  return { stored, unique, received }
}

it(`stores each of ${SENT} batches once, and counts what it did`, async () => {
  const { stored, unique, received } = await run((batch) => batch)
  expect(proxy.cut).toBeGreaterThan(SENT * LOST_SHARE * 0.8)
  expect(received.repeated).toBeGreaterThan(100)
  expect({ stored, unique, answered: received.stored + received.repeated }).toEqual({
    stored: SENT,
    unique: SENT,
    answered: SENT,
  })

  const value = async (name: string) => {
    const line = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\d+)$`, 'gm')
    const text = await service.services.metrics.text()
    return [...text.matchAll(line)].reduce((sum, match) => sum + Number(match[1]), 0)
  }
  const [accepted, rejected] = [
    await value('byhand_batches_accepted_total'),
    await value('byhand_batches_rejected_total'),
  ]
  expect(accepted + rejected).toBe(await value('byhand_batches_received_total'))
  expect(await value('byhand_rows_accepted_total')).toBe(SENT * 2)
  expect(await value('byhand_rows_dropped_total')).toBe(SENT * 3)
})

it('would store some twice if the sender renumbered them (control)', async () => {
  const { stored, unique } = await run((batch, attempt) => ({ ...batch, seq: batch.seq + attempt * 1_000 }))
  expect(unique).toBe(SENT)
  expect(stored).toBeGreaterThan(SENT + 100)
})
