/** A stop under load: in-flight requests finish, no connection is cut, and the process exits within ten seconds. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectClient, type Loose, makeBatch } from '../service/collect_client.ts'
import { ANSWERS, QUESTIONS } from '../service/survey_client.ts'
import { figures } from './cycles.ts'
import { ENGINES, type Engine, openEngine, until } from './engines.ts'
import { printedKeys } from './service_process.ts'

const SENDERS = 16
const READERS = 4
const ANALYSTS = 2

describe.each(ENGINES)('a stop on %s', (name) => {
  let engine: Engine
  beforeAll(async () => {
    engine = await openEngine(name, { fsync: false })
  })
  afterAll(() => engine?.stop())

  /** Keeps senders, readers and survey clients busy until no new connection is accepted. */
  async function stopUnderLoad(signal: 'SIGTERM' | 'SIGKILL') {
    const installation = await engine.newInstallation()
    const service = await installation.start()
    const { siteKey, secretKey } = await printedKeys(service)
    const client = collectClient(service.address)
    const acknowledged: string[] = []
    const losses = { failed: 0, refused: 0, others: [] as number[] }
    const busy = async (ask: () => Promise<{ status: number }>) => {
      for (;;) {
        const reply = await ask().catch((error: NodeJS.ErrnoException) => error.code ?? 'failed')
        if (typeof reply === 'string') {
          // Refused connections are the expected end, not a failure.
          if (reply === 'ECONNREFUSED') losses.refused++
          else losses.failed++
          return
        }
        if (reply.status !== 200) losses.others.push(reply.status)
      }
    }
    const sending = Array.from({ length: SENDERS }, () =>
      busy(async () => {
        const batch = makeBatch(siteKey)
        const reply = await client.post(batch)
        if (reply.status === 200) acknowledged.push(batch.session_id)
        return reply
      }),
    )
    await until(() => acknowledged.length > 20)
    const reading = Array.from({ length: READERS }, (_, index) =>
      busy(() =>
        client.send('GET', `/v1/sessions/${acknowledged[index]}/report`, {
          authorization: `Bearer ${secretKey}`,
        }),
      ),
    )
    let analyzed = 0
    const analyzing = Array.from({ length: ANALYSTS }, (_, index) =>
      busy(async () => {
        const body: Loose = { survey_id: 's', questions: QUESTIONS, responses: ANSWERS[index] }
        const headers = { api_key: secretKey, 'content-type': 'application/json' }
        const text = JSON.stringify({ ...body, participant_id: `p${index} ${analyzed}` })
        const reply = await client.send('POST', '/survey-check/v021', headers, text)
        analyzed++
        return reply
      }),
    )
    await until(() => acknowledged.length > 150 && analyzed > 4)
    const stoppedAt = performance.now()
    const code = await service.kill(signal)
    const tookMs = performance.now() - stoppedAt
    await Promise.all([...sending, ...reading, ...analyzing])
    client.close()

    const again = await installation.start()
    const api = collectClient(again.address)
    let missing = 0
    for (const id of acknowledged.slice(-100)) {
      const { status } = await api.send('GET', `/v1/sessions/${id}/events`, {
        authorization: `Bearer ${secretKey}`,
      })
      if (status !== 200) missing++
    }
    api.close()
    await again.kill('SIGTERM')
    await installation.remove()
    return { ...losses, code, tookMs, missing }
  }

  it('finishes in-flight requests, loses nothing and exits with 0 in time', async () => {
    const { code, tookMs, ...losses } = await stopUnderLoad('SIGTERM')
    expect(losses).toEqual({ failed: 0, refused: SENDERS + READERS + ANALYSTS, others: [], missing: 0 })
    expect(code).toBe(0)
    figures(`a stop on ${name}`, { tookMs })
  })

  it('cut connections are found (control)', async () => {
    const { code, failed, missing } = await stopUnderLoad('SIGKILL')
    expect(code).toBe('SIGKILL')
    expect(failed).toBeGreaterThan(0)
    expect(missing).toBe(0)
  })
})
