/** Step-up verification over HTTP, on any store. The service decides who gets a task, and computes the result. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RecordedBatch } from '../../src/contract/batch/codec.ts'
import { ATTENTION_KIND, CLIPBOARD_KIND, NAVIGATION_KIND } from '../../src/contract/batch/rows.ts'
import { INGEST_PATH, RESULT_SUFFIX, STEP_UP_SUFFIX } from '../../src/contract/paths.ts'
import { RESULT_LIFE_MS } from '../../src/contract/result.ts'
import { PASS_LIFE_MS, PASS_USES, STEP_UP_LIFE_MS, STEP_UP_TASKS } from '../../src/contract/step_up.ts'
import { storedResultKey } from '../../src/server/signed_results/result_keys.ts'
import { sealResult } from '../../src/server/signed_results/seal.ts'
import { AGENTS, INCONCLUSIVE, type Proof, withProof } from './browser_proof.ts'
import {
  type CollectClient,
  collectClient,
  type Loose,
  makeBatch,
  randomId,
  UNLIMITED,
} from './collect_client.ts'
import { event, type NamedEvent, record } from './recorded_session.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'
import { byHand, inserted, START, typed } from './task_typing.ts'

const PATH = INGEST_PATH + STEP_UP_SUFFIX

/** The defaults. */
const PER_DEVICE = 3
const PER_ADDRESS = 30

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
      const limits = {
        BYHAND_TRUSTED_PROXIES: 'loopback',
        BYHAND_RATE_STEP_UPS_PER_DEVICE: `${PER_DEVICE}`,
        BYHAND_RATE_STEP_UPS_PER_IP: `${PER_ADDRESS}`,
      }
      service = await runService({ ...UNLIMITED, ...limits, ...(await environment()) }, { now: () => time })
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
    let devices = 0

    /** On a device of its own, unless the proof has signals. */
    async function begin(workspace = review, given: Proof = {}, userId?: string) {
      const proof = { signals: { cores: ++devices }, ...given }
      const session_id = randomId(16)
      const tab = randomId(6)
      // Typing begins two seconds after the task.
      const origin = time - START + 2_000
      const names = userId === undefined ? {} : { userId }
      await workspace.append(session_id, withProof(record(visit, [], { origin, tab }), proof), names)
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

    async function siteverify({ secretKey: secret }: TestWorkspace, response: string): Promise<Loose> {
      const answer = await fetch(`${service.address}/siteverify`, {
        method: 'POST',
        body: new URLSearchParams({ secret, response }),
      })
      return (await answer.json()) as Loose
    }

    type Begun = Pick<Awaited<ReturnType<typeof begin>>, 'workspace' | 'session_id'>

    async function report({ workspace, session_id }: Begun): Promise<Loose> {
      const response = await fetch(`${service.address}/v1/sessions/${session_id}/report`, {
        headers: { authorization: `Bearer ${workspace.secretKey}` },
      })
      return (await response.json()) as Loose
    }

    /** Gets a task, sends these events for it and ends it. */
    async function look(
      session: Awaited<ReturnType<typeof begin>>,
      enter: (task: string, sentence: string) => NamedEvent[],
      after = 0,
      tookMs = 40_000,
      address = '192.0.2.1',
    ) {
      const headers = { 'x-forwarded-for': address }
      const { json } = await ask.post(session.credentials(), headers)
      const askedAt = time
      await session.send(enter(json.task, json.sentence), after * 40_000)
      time += tookMs
      const { status } = await answer.post({ ...session.credentials(), task: json.task }, headers)
      time = askedAt + 40_000
      expect(status).toBe(200)
      return { askedAt, task: json.task as string, sentence: json.sentence as string }
    }

    const resultOf = async (session: Begun) => (await report(session)).step_up

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
      const verify = () => siteverify(session.workspace, session.credentials().result)
      const refused = { success: false, 'error-codes': ['invalid-input-response', 'step-up-required'] }
      expect(await verify()).toMatchObject(refused)
      await look(session, (task) => inserted(0, task))
      expect(await verify()).toMatchObject(refused)
      await look(session, byHand, 1)
      expect((await report(session)).step_up).toMatchObject({ result: 'passed' })
      expect(await verify()).toMatchObject({ success: true, 'error-codes': [] })
    })

    it(`counts for ${PASS_USES} forms within an hour, and then has to be passed again`, async () => {
      const begunAt = time
      const session = await begin(clean)
      const isAccepted = async () =>
        (await siteverify(session.workspace, session.credentials().result)).success as boolean
      const uses = async (count: number) => {
        const accepted: boolean[] = []
        for (let use = 0; use < count; use++) {
          // The report decides alike, before the use.
          const { decision } = await report(session)
          accepted.push(await isAccepted())
          expect(decision).toBe(accepted.at(-1) ? 'accept' : 'step_up')
          time += RESULT_LIFE_MS
        }
        return accepted
      }
      await look(session, byHand)
      expect(await uses(PASS_USES + 1)).toEqual([...Array(PASS_USES).fill(true), false])
      await look(session, byHand, (time - begunAt) / 40_000)
      expect(await uses(1)).toEqual([true])
      time += PASS_LIFE_MS
      expect(await uses(1)).toEqual([false])
      expect((await ask.post(session.credentials())).json).toMatchObject({ needed: true })
    })

    it('compares the keys with the sentence', async () => {
      const session = await begin()
      await look(session, (task) => byHand(task, 'x'.repeat(36)))
      expect((await report(session)).step_up).toMatchObject({
        result: 'failed',
        reason: expect.stringMatching(/^Only 36 of \d+ characters were entered/),
      })
    })

    it('has a sentence of the service, which the page cannot choose', async () => {
      const session = await begin()
      const { json } = await ask.post(session.credentials())
      expect(json.sentence).toMatch(/^[a-z ]{43,56}$/)
      const given = { ...session.credentials(), task: json.task, sentence: 'a'.repeat(46) }
      expect(await answer.post(given)).toMatchObject({
        status: 400,
        json: { errors: [{ pointer: '/sentence' }] },
      })
      const sentences = new Set([json.sentence])
      for (let i = 0; i < 12; i++) {
        sentences.add((await ask.post((await begin()).credentials())).json.sentence)
      }
      expect(sentences.size).toBeGreaterThan(8)
    })

    it('has a sentence of the workspace, if it stores some', async () => {
      const own = await service.workspace()
      const sentence = 'der kleine hund wartet am morgen vor der alten mühle'
      const { keys } = service.services.store
      await keys.changeSettings(own.id, (before) => ({ ...before, step_up_sentences: [sentence] }))
      const session = await begin(own)
      const enter = (task: string, shown: string) => byHand(task, shown)
      expect(await look(session, enter)).toMatchObject({ sentence })
      expect(await resultOf(session)).toMatchObject({ result: 'passed' })
      const other = await begin(own)
      await look(other, (task) => byHand(task))
      expect(await resultOf(other)).not.toMatchObject({ result: 'passed' })
    })

    it('takes as long as its events say, by the clock of the service', async () => {
      const hasty = await begin()
      await look(hasty, byHand, 0, 1_000)
      expect(await resultOf(hasty)).toMatchObject({
        result: 'failed',
        reason: expect.stringMatching(/^Events arrived \d+\.\d s before they can have happened\.$/),
      })
      const honest = await begin()
      await look(honest, byHand)
      expect(await resultOf(honest)).toMatchObject({ result: 'passed' })
    })

    it.each<[string, Proof]>([
      ['no answer to the challenge', { challenge: null }],
      ['a failed challenge', { challenge: { result: 'failed', known: true, failed: ['canvas'] } }],
      ['no device reading', { device: [] }],
      ['the user agent x', { agent: 'x', challenge: { result: 'unknown', known: false } }],
      [
        'the user agent of Safari alone',
        { agent: AGENTS.safari, challenge: { result: 'unknown', known: false } },
      ],
    ])('does not count in a session with %s', async (_, proof) => {
      const session = await begin(clean, proof)
      await look(session, byHand)
      expect(await resultOf(session)).toMatchObject({
        result: 'unknown',
        reason: expect.stringMatching(/^The sentence was typed, but /),
      })
      const signed = session.credentials().result
      expect(await siteverify(session.workspace, signed)).toMatchObject({ success: false })
    })

    it('counts for a known browser that cannot pass the challenge', async () => {
      const proof = { agent: AGENTS.safari, signals: { engine: 'webkit' }, challenge: INCONCLUSIVE }
      const session = await begin(clean, proof)
      await look(session, byHand)
      expect(await resultOf(session)).toMatchObject({ result: 'passed' })
    })

    describe('is limited', () => {
      const pass = async (session: Awaited<ReturnType<typeof begin>>, address = '192.0.2.1') => {
        await look(session, byHand, 0, 40_000, address)
        expect(await resultOf(session)).toMatchObject({ result: 'passed' })
      }
      const askFrom = (session: Awaited<ReturnType<typeof begin>>, address = '192.0.2.1') =>
        ask.post(session.credentials(), { 'x-forwarded-for': address })

      async function expectWait(session: Awaited<ReturnType<typeof begin>>, address?: string) {
        const { status, headers, json } = await askFrom(session, address)
        expect([status, json.code]).toEqual([429, 'step_up_limit'])
        expect(Number(headers['retry-after'])).toBeGreaterThan(3_500)
        expect(Number(headers['retry-after'])).toBeLessThanOrEqual(3_600)
        expect(await report(session)).not.toHaveProperty('step_up')
      }

      it(`to ${PER_DEVICE} passed tasks an hour per device, which locks out no other device behind the address`, async () => {
        const shop = await service.workspace()
        const proof = { signals: { cores: 8 } }
        // A task that was not passed does not count.
        await look(await begin(shop, proof), (task) => inserted(0, task))
        for (let i = 0; i < PER_DEVICE; i++) await pass(await begin(shop, proof))
        await expectWait(await begin(shop, proof))
        await pass(await begin(shop, { signals: { cores: 16 } }))
        await pass(await begin(shop, proof), '192.0.2.2')
        await pass(await begin(await service.workspace(), proof))
      })

      it(`to ${PER_DEVICE} passed tasks an hour per user whose ID is proven`, async () => {
        const shop = await service.workspace()
        const { keys } = service.services.store
        await keys.changeSettings(shop.id, (settings) => ({ ...settings, user_hash: 'enforce' }))
        for (let i = 0; i < PER_DEVICE; i++) await pass(await begin(shop, {}, 'ada'), `192.0.2.${i}`)
        await expectWait(await begin(shop, {}, 'ada'), '192.0.2.9')
        await pass(await begin(shop, {}, 'grace'), '192.0.2.9')
      })

      it('so that nobody uses up the tasks of a user whose ID they claim', async () => {
        const shop = await service.workspace()
        for (let i = 0; i < PER_DEVICE; i++) await pass(await begin(shop, {}, 'ada'), `192.0.2.${i}`)
        await pass(await begin(shop, {}, 'ada'), '192.0.2.9')
      })

      it(`to ${PER_ADDRESS} passed tasks an hour per address, whatever devices and users a program invents`, async () => {
        const shop = await service.workspace()
        for (let i = 0; i < PER_ADDRESS; i++) await pass(await begin(shop, {}, `user ${i}`), `2001:db8::${i}`)
        await expectWait(await begin(shop, {}, 'one more'), '2001:db8::ffff')
        await pass(await begin(shop, {}, 'one more'), '2001:db8:0:1::1')
      })

      it('also for tasks that were handed out before', async () => {
        const shop = await service.workspace()
        const proof = { signals: { cores: 8 } }
        const sessions = await Promise.all(Array.from({ length: 6 }, () => begin(shop, proof)))
        const tasks: string[] = []
        for (const session of sessions) tasks.push((await askFrom(session)).json.task)
        for (const [i, session] of sessions.entries()) await session.send(byHand(tasks[i]))
        time += 40_000
        await Promise.all(
          sessions.map((session, i) => answer.post({ ...session.credentials(), task: tasks[i] })),
        )
        const results = []
        for (const session of sessions) results.push((await resultOf(session)).result)
        expect(results.filter((result) => result === 'passed')).toHaveLength(PER_DEVICE)
        expect(results.filter((result) => result === 'unknown')).toHaveLength(6 - PER_DEVICE)
      })
    })

    describe('is not passed by a program without a browser', () => {
      const page = () => collectClient(service.address)

      /** Four requests: a batch, its result, a task, and its answer. `wait`: the program waits for its keys. */
      async function forge(type: (task: string, sentence: string) => NamedEvent[], wait: boolean) {
        const [batches, results] = [page(), collectClient(service.address, INGEST_PATH + RESULT_SUFFIX)]
        const headers = { 'user-agent': 'x' }
        const session_id = randomId(16)
        const tab = randomId(6)
        const origin = time - START + 2_000
        const first = makeBatch(clean.siteKey, { session_id, tab, rows: [], names: [], time_origin: origin })
        let { token } = (await batches.post({ ...first, sent_at: time }, headers)).json
        const credentials = async () => {
          const given = { site_key: clean.siteKey, session_id, token }
          return { site_key: clean.siteKey, result: (await results.post(given, headers)).json.result }
        }
        const { json } = await ask.post(await credentials(), headers)
        expect(json.needed).toBe(true)
        const [typing] = record(type(json.task, json.sentence), [], { origin, tab }) as [RecordedBatch]
        if (wait) time += 40_000
        const batch = {
          ...typing.batch,
          v: 1,
          site_key: clean.siteKey,
          session_id,
          token,
          seq: 1,
          sent_at: time,
        }
        token = (await batches.post(batch, headers)).json.token
        const { status } = await answer.post({ ...(await credentials()), task: json.task }, headers)
        expect(status).toBe(200)
        const step_up = await resultOf({ workspace: clean, session_id })
        const verified = await siteverify(clean, (await credentials()).result)
        for (const client of [batches, results]) client.close()
        return { result: step_up.result as string, success: verified.success as boolean }
      }

      it.each([
        ['at once', byHand, false],
        ['in real time', byHand, true],
        ['at once, 46 times the same letter', (task: string) => byHand(task, 'a'.repeat(46)), false],
        ['in real time, 46 times the same letter', (task: string) => byHand(task, 'a'.repeat(46)), true],
      ] as const)('that types %s', async (_, type, wait) => {
        const forged = []
        for (let i = 0; i < 10; i++) forged.push(await forge(type, wait))
        expect(forged.filter(({ result, success }) => result === 'passed' || success)).toEqual([])
        const honest = await begin(clean)
        await look(honest, byHand)
        expect(await resultOf(honest)).toMatchObject({ result: 'passed' })
        expect(await siteverify(clean, honest.credentials().result)).toMatchObject({ success: true })
      })
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
