/** Three responses in ten are lost. The sender cannot know whether its request arrived, so it sends it again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ANSWERS, QUESTIONS } from '../service/survey_client.ts'
import { readCounters } from './counters.ts'
import { cycles, figures } from './cycles.ts'
import { ENGINES, type Engine, type Installation, inParallel, openEngine } from './engines.ts'
import { type FaultProxy, openFaultProxy } from './fault_proxy.ts'
import {
  acknowledgedBy,
  DROPPED_ROWS,
  findLostInStore,
  makeSender,
  type SenderOptions,
  sentBy,
} from './marked_batches.ts'
import { seededRandom } from './random.ts'
import { printedKeys, type ServiceKeys, type ServiceProcess } from './service_process.ts'

const SESSIONS = cycles(20, 50)
const BATCHES = 20
const SENT = SESSIONS * BATCHES
const SURVEYS = cycles(60, 1_000)
const CONTROL_SURVEYS = 60
const LOST_SHARE = 0.3
const AT_ONCE = 16

describe.each(ENGINES)('lost responses on %s', (name) => {
  let engine: Engine
  let installation: Installation
  let service: ServiceProcess
  let keys: ServiceKeys
  let proxy: FaultProxy

  beforeAll(async () => {
    engine = await openEngine(name, { fsync: false })
    installation = await engine.newInstallation()
    service = await installation.start()
    keys = await printedKeys(service)
    const random = seededRandom(7)
    proxy = await openFaultProxy(service.address, { cutsReply: () => random() < LOST_SHARE })
  })
  afterAll(async () => {
    await proxy?.close()
    await service?.kill('SIGTERM')
    await installation?.remove()
    await engine?.stop()
  })

  async function sendBatches(options?: SenderOptions) {
    const senders = Array.from({ length: SESSIONS }, () => makeSender(keys, options))
    await inParallel(AT_ONCE, SESSIONS, async (index) => {
      const sender = senders[index] as (typeof senders)[number]
      while (sender.acknowledged.length < BATCHES) await sender.send(proxy.address)
    })
    const store = await installation.openStore()
    const kept = await findLostInStore(store, senders)
    const [workspace] = await store.keys.workspaces()
    let stored = 0
    for (const { sessionId } of senders) {
      stored += (await store.sessions.batches({ workspace: workspace?.id as string, sessionId })).length
    }
    await store.close()
    return { senders, stored, kept }
  }

  it(`stores each of ${SENT} batches once, and counts them correctly`, async () => {
    const before = await readCounters(service.address)
    const { senders, stored, kept } = await sendBatches()
    expect(proxy.cut).toBeGreaterThan(SENT * LOST_SHARE * 0.8)
    expect({ stored, acknowledged: acknowledgedBy(senders) }).toEqual({ stored: SENT, acknowledged: SENT })
    expect(kept).toEqual({ lost: [], duplicated: [] })
    figures(`answers on ${name}`, { batches: SENT, requests: sentBy(senders), cut: proxy.cut, stored })
    const after = await readCounters(service.address)
    expect(after.received - before.received).toBe(sentBy(senders))
    expect(after.accepted + after.rejected).toBe(after.received)
    expect(after.rowsAccepted - before.rowsAccepted).toBe(SENT)
    expect(after.rowsDropped - before.rowsDropped).toBe(SENT * DROPPED_ROWS)
  })

  it('stores some twice if the sender renumbers them (control)', async () => {
    const { stored, kept } = await sendBatches({ renumbers: true })
    expect(stored).toBeGreaterThan(SENT)
    expect(kept.duplicated.length).toBeGreaterThan(0)
  })

  const check = async (address: string, idempotencyKey: string, body: object) => {
    const answer = await fetch(`${address}/survey-check/v021`, {
      method: 'POST',
      headers: {
        api_key: keys.secretKey,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify(body),
    })
    return { status: answer.status, text: await answer.text() }
  }

  /** `again`: the participant id of each attempt. */
  async function sendSurveys(
    surveyId: string,
    count: number,
    again: (participant: string, attempt: number) => string,
  ) {
    const answers = new Map<string, string>()
    await inParallel(AT_ONCE, count, async (index) => {
      const { q1, q2 } = ANSWERS[index % ANSWERS.length] as (typeof ANSWERS)[number]
      for (let attempt = 0; ; attempt++) {
        const body = {
          survey_id: surveyId,
          participant_id: again(`p${index}`, attempt),
          questions: QUESTIONS,
          responses: { q1: `${q1} Nummer ${index}.`, q2 },
        }
        const answer = await check(proxy.address, `${surveyId} ${index} ${body.participant_id}`, body).catch(
          () => null,
        )
        if (answer === null) continue
        expect(answer.status, answer.text).toBe(200)
        answers.set(`p${index}`, answer.text)
        break
      }
    })
    const store = await installation.openStore()
    const workspace = (await store.keys.workspaces())[0]?.id as string
    const participants = (await store.surveys.summary(workspace, surveyId))?.participants
    const saves = await store.surveys.revision(workspace, surveyId)
    await store.close()
    return { answers, participants, saves }
  }

  it(`analyzes each of ${SURVEYS} survey responses once, and repeats the same result`, async () => {
    const { answers, participants, saves } = await sendSurveys('kept', SURVEYS, (participant) => participant)
    expect({ participants, saves, answered: answers.size }).toEqual({
      participants: SURVEYS,
      saves: SURVEYS,
      answered: SURVEYS,
    })
  })

  it('analyzes some twice if the client changes the participant id (control)', async () => {
    const { participants } = await sendSurveys(
      'control',
      CONTROL_SURVEYS,
      (participant, attempt) => `${participant} ${attempt}`,
    )
    expect(participants).toBeGreaterThan(CONTROL_SURVEYS)
  })

  it('rejects an idempotency key that is reused with another body', async () => {
    const body = { survey_id: 'key', participant_id: 'p', questions: QUESTIONS, responses: ANSWERS[0] }
    const first = await check(service.address, 'mine', body)
    expect(first.status).toBe(200)
    expect(await check(service.address, 'mine', body)).toEqual(first)
    const other = await check(service.address, 'mine', { ...body, responses: ANSWERS[1] })
    expect(other.status).toBe(409)
    expect(JSON.parse(other.text).code).toBe('idempotency_conflict')
  })
})
