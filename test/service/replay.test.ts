/** A person's session, replayed by an attacker: detected by the service under any session id and time. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../research/lab/drivers/random.ts'
import { readRecordings } from '../../research/lab/recordings.ts'
import type { RecordedBatch } from '../../src/contract/batch/codec.ts'
import { ROWS } from '../../src/contract/batch/rows.ts'
import { verifyEvidence } from '../../src/report/verify_evidence.ts'
import { EVIDENCE_MAKER } from '../../src/server/scoring/evidence_maker.ts'
import { apiClient } from './api_client.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

const HOUR_MS = 3_600_000
const REPLAYED =
  /^\d+ of \d+ key and button presses( and \d+ of \d+ mouse movements)? match an earlier session\.$/
const newId = () => randomBytes(16).toString('base64url')
const random = createRandom('replays over HTTP')

const recorded = (name: string): readonly RecordedBatch[] => {
  const found = readRecordings().find((recording) => recording.name === name)
  if (found === undefined) throw new Error(`no recording ${name}`)
  return found.batches
}
const PERSON = recorded('plain-headed-1')

/** The same rows at other times of day, each slightly early or late. */
function again(batches: readonly RecordedBatch[], laterMs: number, noiseMs: number): RecordedBatch[] {
  return batches.map(({ batch, receipt }) => ({
    batch: {
      ...batch,
      sent_at: batch.sent_at + laterMs,
      time_origin: batch.time_origin + laterMs,
      rows: batch.rows.map(([code = 0, dt = 0, ...rest]) => {
        const isMove = code === ROWS.move.code
        const noise = isMove ? 0 : Math.round(10 * random.between(-noiseMs, noiseMs))
        return [code, Math.max(0, dt + noise), ...rest]
      }),
    },
    receipt: { ...receipt, at: receipt.at + laterMs },
  }))
}

let service: RunningService
let workspace: TestWorkspace
let get: ReturnType<typeof apiClient>
const original = newId()

beforeAll(async () => {
  service = await runService({})
  workspace = await service.workspace()
  get = apiClient(service.address, workspace.secretKey)
  await workspace.append(original, PERSON)
  expect((await get(`/v1/sessions/${original}/report`)).json.risk_score).toBeLessThan(25)
})
afterAll(() => service.stop())

async function sent(batches: readonly RecordedBatch[], into = workspace): Promise<string> {
  const sessionId = newId()
  await into.append(sessionId, batches)
  return sessionId
}

describe('a replay', () => {
  it.each([
    ['to the tenth of a millisecond', 1, 0],
    ['an hour later', HOUR_MS, 0],
    ['with noise of 2 ms', HOUR_MS, 2],
  ])('is rejected when it is replayed %s, and names the original session', async (_, laterMs, noiseMs) => {
    const sessionId = await sent(again(PERSON, laterMs, noiseMs))
    const { json: report } = await get(`/v1/sessions/${sessionId}/report`)
    expect(report.biometric_checks.agent_behavior).toBe('Detected')
    expect(report.risk_explanation).toContain('match an earlier session')
    expect(report.recommended_action).toBe('Auto-reject or high-priority review')
    const { text, json: evidence } = await get(`/v1/sessions/${sessionId}/evidence`)
    expect(evidence.checks.agent_behavior).toMatchObject({
      proof: true,
      evidence: expect.stringMatching(REPLAYED),
    })
    expect(evidence.risk_score).toBe(report.risk_score)
    expect(verifyEvidence(text, EVIDENCE_MAKER)).toMatchObject({ same: true })
  })

  it('does not affect the original session', async () => {
    const before = await get(`/v1/sessions/${original}/report`)
    await get(`/v1/sessions/${await sent(again(PERSON, HOUR_MS, 0))}/report`)
    await service.services.scoring.evidence({ workspace: workspace.id, sessionId: original })
    expect((await get(`/v1/sessions/${original}/report`)).text).toBe(before.text)
    const { json } = await get(`/v1/sessions/${original}/evidence`)
    expect(json.checks.agent_behavior.result).not.toBe('Detected')
  })

  it('is not compared with other workspaces', async () => {
    const other = await service.workspace()
    const sessionId = await sent(again(PERSON, HOUR_MS, 0), other)
    const { json } = await apiClient(service.address, other.secretKey)(`/v1/sessions/${sessionId}/report`)
    expect(json.risk_score).toBeLessThan(25)
  })

  it('is no longer detected once the original session is erased', async () => {
    const other = await service.workspace()
    const send = apiClient(service.address, other.secretKey)
    const first = await sent(PERSON, other)
    await send(`/v1/sessions/${first}/report`)
    await service.services.store.sessions.erase({ workspace: other.id, sessionId: first })
    const { json } = await send(`/v1/sessions/${await sent(again(PERSON, HOUR_MS, 0), other)}/report`)
    expect(json.biometric_checks.agent_behavior).not.toBe('Detected')
  })
})

describe('other people', () => {
  it.each(
    readRecordings()
      .filter(({ kind, name }) => kind === 'control' && name !== 'plain-headed-1')
      .map(({ name }) => name)
      .slice(0, 12),
  )('are not detected as a replay: %s', async (name) => {
    const { json } = await get(`/v1/sessions/${await sent(again(recorded(name), HOUR_MS, 0))}/report`)
    expect(json.risk_explanation).not.toContain('repeat')
    expect(json.risk_score).toBeLessThan(50)
  })
})
