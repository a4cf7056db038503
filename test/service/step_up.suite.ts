/** Step-up verification over HTTP, on any store. The service decides who gets a task, and computes the result. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RecordedBatch } from '../../src/contract/codec.ts'
import { INGEST_PATH, STEP_UP_SUFFIX } from '../../src/contract/paths.ts'
import { RESULT_LIFE_MS } from '../../src/contract/result.ts'
import { ATTENTION_KIND, CLIPBOARD_KIND, NAVIGATION_KIND } from '../../src/contract/rows.ts'
import { STEP_UP_LIFE_MS, STEP_UP_TASKS } from '../../src/contract/step_up.ts'
import { storedResultKey } from '../../src/server/results/result_keys.ts'
import { sealResult } from '../../src/server/results/seal.ts'
import { type CollectClient, collectClient, type Loose, randomId, UNLIMITED } from './collect_client.ts'
import { event, type NamedEvent, record } from './recorded_session.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'
import { byHand, inserted, typed } from './task_typing.ts'

const PATH = INGEST_PATH + STEP_UP_SUFFIX

const DEVICE = [
  {
    at: 'load' as const,
    signals: {
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36',
    },
  },
]

/** Enough for a few points, which the settings of the test turn into a review. */
const visit: NamedEvent[] = [
  event('navigation', 0, { kind: NAVIGATION_KIND.load }, ['path', '/checkout']),
  event('attention', 8_000, { kind: ATTENTION_KIND.hidden }),
  event('attention', 9_000, { kind: ATTENTION_KIND.visible }),
  event('clipboard', 9_900, { kind: CLIPBOARD_KIND.paste, length: 118, sinceReturn: 900 }, ['question', 'q']),
]

export function stepUpSuite(
  engine: string,
  environment: () => Promise<Readonly<Record<string, string>>>,
): void {
  describe(engine, () => {
    let service: RunningService
    let review: TestWorkspace
    let clean: TestWorkspace
    let ask: CollectClient
    let answer: CollectClient
    let time = Date.now()

    beforeAll(async () => {
      service = await runService({ ...UNLIMITED, ...(await environment()) }, { now: () => time })
      review = await service.workspace()
      clean = await service.workspace()
      const { keys } = service.services.store
      const settings = (await keys.workspace(review.id))?.settings
      await keys.changeSettings(review.id, () => ({ ...settings, risk: { bands: [1, 2, 100] } }))
      ask = collectClient(service.address, PATH)
      answer = collectClient(service.address, `${PATH}/answer`)
    })
    afterAll(async () => {
      ask?.close()
      answer?.close()
      await service?.stop()
    })

    /** A visit, and the credentials that the page gets from `getSignedResult`. */
    async function begin(workspace = review) {
      const session_id = randomId(16)
      const tab = randomId(6)
      const origin = time - 30_000
      const [first] = record(visit, [], { origin, tab }) as [RecordedBatch]
      await workspace.append(session_id, [{ ...first, batch: { ...first.batch, device: DEVICE } }])
      const key = await storedResultKey(service.services.store.keys, workspace.id, 1)
      const credentials = () => ({
        site_key: workspace.siteKey,
        result: sealResult(key, {
          result_id: randomId(16),
          session_id,
          site_key: workspace.siteKey,
          risk_score: 0,
          effective_action: 'Unknown',
          proven: 'nothing',
          decision: 'step_up',
          hostname: 'shop.example',
          issued_at: time,
          expires_at: time + RESULT_LIFE_MS,
        }),
      })
      /** What was sent before. */
      const sent: NamedEvent[] = [...visit]
      const batches = [visit.length]
      const send = async (events: readonly NamedEvent[], lateness = 0) => {
        const later = events.map((one) => ({
          ...one,
          event: { ...one.event, t: one.event.t + 10 * lateness },
        }))
        const all = record([...sent, ...later], batches, { origin, tab })
        await workspace.append(session_id, all.slice(batches.length))
        sent.push(...later)
        batches.push(sent.length)
      }
      return { workspace, session_id, credentials, send }
    }

    async function report({ workspace, session_id }: Awaited<ReturnType<typeof begin>>): Promise<Loose> {
      const response = await fetch(`${service.address}/v1/sessions/${session_id}/report`, {
        headers: { authorization: `Bearer ${workspace.secretKey}` },
      })
      return (await response.json()) as Loose
    }

    /** Gets a task, sends these events for it and ends it. */
    async function look(
      session: Awaited<ReturnType<typeof begin>>,
      enter: (task: string) => NamedEvent[],
      after = 0,
      more: object = {},
    ) {
      const { json } = await ask.post(session.credentials())
      const askedAt = time
      await session.send(enter(json.task), after * 40_000)
      time += 40_000
      const { status } = await answer.post({ ...session.credentials(), task: json.task, ...more })
      expect(status).toBe(200)
      return { askedAt, task: json.task as string }
    }

    it('is shown to no one but sessions that need a review or have too little evidence', async () => {
      const unknown = await begin(clean)
      expect((await report(unknown)).effective_action).toBe('Unknown')
      expect(await ask.post(unknown.credentials())).toMatchObject({ status: 200, json: { needed: true } })
      for (const label of ['person', 'bot'] as const) {
        const session = await begin(clean)
        const key = { workspace: clean.id, sessionId: session.session_id }
        await report(session)
        await service.services.store.facts.setLabel(key, { label, memberId: 'm', at: time, note: '' })
        const { status, json } = await ask.post(session.credentials())
        expect([status, json]).toEqual([200, { needed: false }])
        expect(await report(session)).not.toHaveProperty('step_up')
      }
      const reviewed = await begin()
      const key = { workspace: review.id, sessionId: reviewed.session_id }
      await report(reviewed)
      const label = { label: 'person', memberId: 'command line', at: time, note: '' } as const
      await service.services.store.facts.setLabel(key, label)
      expect((await ask.post(reviewed.credentials())).json).toEqual({ needed: false })
    })

    it('stands beside the report, and leaves its score and action alone', async () => {
      const session = await begin()
      const before = await report(session)
      expect(before).not.toHaveProperty('step_up')
      const { askedAt } = await look(session, byHand)
      const after = await report(session)
      expect(after.step_up).toEqual({
        result: 'passed',
        reason: expect.stringContaining('none too fast or too regular'),
        asked_at: askedAt,
        answered_at: askedAt + 40_000,
      })
      expect([after.risk_score, after.recommended_action, after.effective_action]).toEqual([
        before.risk_score,
        before.recommended_action,
        before.effective_action,
      ])
    })

    it.each(['Unknown', 'a review'])('must be passed before siteverify accepts %s', async (action) => {
      const session = await begin(action === 'Unknown' ? clean : review)
      const { secretKey: secret } = session.workspace
      const verify = async () => {
        const answer = await fetch(`${service.address}/siteverify`, {
          method: 'POST',
          body: new URLSearchParams({ secret, response: session.credentials().result }),
        })
        return (await answer.json()) as Loose
      }
      const refused = { success: false, 'error-codes': ['invalid-input-response', 'step-up-required'] }
      expect(await verify()).toMatchObject(refused)
      await look(session, (task) => inserted(0, task))
      expect(await verify()).toMatchObject(refused)
      await look(session, byHand, 1)
      expect((await report(session)).step_up).toMatchObject({ result: 'passed' })
      expect(await verify()).toMatchObject({ success: true, 'error-codes': [] })
    })

    it('compares the keys with the sentence', async () => {
      const session = await begin()
      await look(session, (task) => byHand(task, 'x'.repeat(36)))
      expect((await report(session)).step_up).toMatchObject({
        result: 'failed',
        reason: expect.stringMatching(/^Only 36 of \d+ characters were entered/),
      })
      const translated = await begin()
      const sentence = 'der kleine hund wartet am morgen vor der alten mühle'
      await look(translated, (task) => byHand(task, sentence), 0, { sentence })
      expect((await report(translated)).step_up).toMatchObject({ result: 'passed' })
    })

    it('is final once it passed or failed', async () => {
      const session = await begin()
      await look(session, (task) => typed(() => 5, task))
      expect((await report(session)).step_up).toMatchObject({ result: 'failed' })
      expect((await ask.post(session.credentials())).json).toEqual({ needed: false })
    })

    it('is unknown while it waits, when it was closed, and when the text came at once', async () => {
      const session = await begin()
      const { json } = await ask.post(session.credentials())
      const waiting = { result: 'unknown', reason: 'The task was not answered.', answered_at: null }
      expect((await report(session)).step_up).toMatchObject(waiting)
      await answer.post({ ...session.credentials(), task: json.task, canceled: true })
      expect((await report(session)).step_up).toMatchObject({
        result: 'unknown',
        reason: 'The visitor closed the task.',
      })
      await look(session, (task) => inserted(0, task))
      expect((await report(session)).step_up).toMatchObject({
        result: 'unknown',
        reason: expect.stringContaining('without key presses'),
      })
    })

    it(`is asked for at most ${STEP_UP_TASKS} times`, async () => {
      const session = await begin()
      const answers = []
      for (let i = 0; i <= STEP_UP_TASKS; i++)
        answers.push((await ask.post(session.credentials())).json.needed)
      expect(answers).toEqual([...Array(STEP_UP_TASKS).fill(true), false])
    })

    it('can be answered once, in time, by its own session', async () => {
      const session = await begin()
      const other = await begin()
      const { json } = await ask.post(session.credentials())
      const refused = { status: 400, json: { errors: [{ pointer: '/task' }] } }
      expect(await answer.post({ ...other.credentials(), task: json.task })).toMatchObject(refused)
      expect(await answer.post({ ...session.credentials(), task: randomId(16) })).toMatchObject(refused)
      const { task } = await look(session, byHand)
      expect(await answer.post({ ...session.credentials(), task })).toMatchObject(refused)
      const late = (await ask.post(other.credentials())).json.task
      time += STEP_UP_LIFE_MS
      expect(await answer.post({ ...other.credentials(), task: late })).toMatchObject(refused)
    })

    it('cannot be passed by a request that states a result', async () => {
      const session = await begin()
      const { json } = await ask.post(session.credentials())
      const forged = { ...session.credentials(), task: json.task }
      for (const more of [
        { step_up: 'passed' },
        { verdict: { result: 'passed' } },
        { events: byHand().slice(0, 3) },
      ]) {
        expect(await answer.post({ ...forged, ...more })).toMatchObject({ status: 400 })
      }
      expect(await answer.post(forged)).toMatchObject({ status: 200, json: { done: true } })
      expect((await report(session)).step_up).toMatchObject({
        result: 'unknown',
        reason: 'Nothing was entered.',
      })
    })

    it('needs a current signed result of the site', async () => {
      const session = await begin()
      const given = session.credentials()
      const codes = []
      for (const wrong of [
        { ...given, result: `${given.result}A` },
        { ...given, result: undefined },
        { ...given, site_key: clean.siteKey },
        { ...given, site_key: 'bh_pk_unknown' },
        { ...given, more: 1 },
      ]) {
        const { status, json } = await ask.post(wrong)
        codes.push([status, json.errors?.[0].pointer])
      }
      time += RESULT_LIFE_MS
      codes.push([(await ask.post(given)).status, 'expired'])
      expect(codes).toEqual([
        [400, '/result'],
        [400, '/result'],
        [400, '/result'],
        [401, undefined],
        [400, '/more'],
        [400, 'expired'],
      ])
    })

    it('is erased with the session', async () => {
      const session = await begin()
      await look(session, byHand)
      const key = { workspace: review.id, sessionId: session.session_id }
      expect(await service.services.store.stepUps.find(key)).not.toBeNull()
      await service.services.store.sessions.erase(key)
      expect(await service.services.store.stepUps.find(key)).toBeNull()
    })
  })
}
