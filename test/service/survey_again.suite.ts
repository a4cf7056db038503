/** Analyzing stored responses again, when more participants have answered. */
import { Compile } from 'typebox/compile'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AgainView } from '../../src/contract/dashboard/survey_again.ts'
import type { ParticipantList, ParticipantView, SurveyView } from '../../src/contract/dashboard/surveys.ts'
import { WEBHOOK_BODIES } from '../../src/contract/webhook_events.ts'
import { startAgainRunner } from '../../src/server/survey/again/again_runner.ts'
import { openSettledEvents } from '../../src/server/webhooks/settled_events.ts'
import { keyText } from '../../src/store/values/key_text.ts'
import { type DashboardClient, loginTo } from './dashboard_client.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'
import { type Send, surveyClient } from './survey_client.ts'
import { type Receiver, startReceiver } from './webhook_receiver.ts'

/** Too short to compare an answer with, so that Off-topic needs twelve other answers. */
const QUESTION = 'Breakfast'
const OFF_TOPIC = 'The bank raised the mortgage rate on our house again and the lawyer sent another invoice.'
const OTHERS = [
  'I eat toast with butter and drink a strong coffee before I leave.',
  'Two boiled eggs, some bread and orange juice every morning.',
  'Usually oatmeal with milk, honey and a sliced banana.',
  'Cereal with cold milk, because the kids eat it as well.',
  'Coffee and a croissant from the bakery on my way to work.',
  'Scrambled eggs with bacon on weekends, only tea on other days.',
  'Yogurt with fruit and nuts, and a cup of green tea.',
  'Pancakes with maple syrup when my mother visits us.',
  'Bread with cheese and ham, and black tea with lemon.',
  'I skip it and drink two cups of coffee instead.',
  'Porridge with apples and cinnamon keeps me full until lunch.',
  'A smoothie with spinach, banana and oat milk.',
  'Rice with a fried egg and some soup, like my parents.',
  'Toast with jam and a glass of milk before school.',
  'Muesli with yogurt and berries, then a small espresso.',
]

export function surveyAgainSuite(engine: string, envOf: () => Promise<Record<string, string>>): void {
  describe(`analyzing again on ${engine}`, () => {
    let service: RunningService
    let workspace: TestWorkspace
    let owner: DashboardClient
    let send: Send
    let receiver: Receiver
    let surveys = 0

    beforeAll(async () => {
      service = await runService({
        BYHAND_RATE_SURVEYS_PER_KEY: '0',
        BYHAND_WEBHOOK_PRIVATE_TARGETS: 'yes',
        ...(await envOf()),
      })
      workspace = await service.workspace()
      owner = await loginTo(service, workspace.id)
      send = surveyClient(service.address, workspace.secretKey)
      receiver = await startReceiver()
    })
    afterAll(async () => {
      await service?.stop()
      await receiver?.close()
    })

    const requestOf = (survey: string, participant: string, answer: string) => ({
      survey_id: survey,
      participant_id: participant,
      questions: { q1: QUESTION },
      responses: { q1: answer },
    })
    const participantOf = (survey: string, query = '') =>
      owner.get<ParticipantView>(`/surveys/${survey}/participants/first${query}`)

    /** A survey whose first participant is off topic, which only the later ones show. */
    async function newSurvey() {
      const survey = `again-${surveys++}`
      const request = requestOf(survey, 'first', OFF_TOPIC)
      const original = await send(request, { query: '?explain=true' })
      for (const [at, answer] of OTHERS.entries()) await send(requestOf(survey, `p${at}`, answer))
      return { survey, request, original }
    }

    it('stores the new analysis beside the first one', async () => {
      const { survey, request, original } = await newSurvey()
      expect(original.json).toMatchObject({ verdict: 'keep', flagged: false })
      const path = `/surveys/${survey}/participants/first/analyze-again`
      const { json, status } = await owner.send<ParticipantView>('POST', path)
      expect(status).toBe(200)
      expect(json).toMatchObject({ verdict: 'review', flagged: true, checks: ['Automated test: Off-topic'] })
      expect(json.analyses).toHaveLength(2)
      const [latest, first] = json.analyses
      expect(json.analyzed_at).toBe(latest?.analyzed_at)
      expect(first).toEqual({
        analyzed_at: original.json.analyzed_at,
        verdict: 'keep',
        severity: 0,
        flagged: false,
        superseded: true,
      })
      expect(latest?.superseded).toBe(false)

      // The first answer stays, and says that it is not the one in lists.
      const repeated = await send(request, { query: '?explain=true' })
      expect(repeated.text).toBe(original.text.replace(/}$/, ',"superseded":true}'))
      expect((await send(request)).text).toBe(
        `${repeated.text.slice(0, repeated.text.indexOf(',"verdict"'))}}`,
      )
      const earlier = await participantOf(survey, `?analyzed_at=${first?.analyzed_at}`)
      expect(earlier.json).toMatchObject({ verdict: 'keep', checks: [], analyses: json.analyses })
      expect((await participantOf(survey, '?analyzed_at=1')).status).toBe(404)
      expect((await participantOf(survey, '?analyzed_at=x')).status).toBe(400)

      const flagged = await owner.get<ParticipantList>(`/surveys/${survey}/participants?flagged=true`)
      expect(flagged.json.items).toMatchObject([{ participant_id: 'first', verdict: 'review' }])
      const csv = await owner.get(`/surveys/${survey}/results?format=csv`)
      expect(csv.text).toMatch(/^first,.*,review,0\.\d+,"q1: Automated test: Off-topic\. /m)
    })

    it('analyzes a whole survey in the background, and notifies of changes only', async () => {
      const events = ['survey.flagged', 'survey.changed']
      await owner.send('POST', '/webhooks', { url: `${receiver.url}/hook`, events, name: 'Mine' })
      const { survey } = await newSurvey()
      const path = `/surveys/${survey}/analyze-again`
      const before = await owner.get<AgainView>(path)
      expect(before.json).toEqual({ requested_at: null, running: false, done: 0, participants: 16 })
      const started = await owner.send<AgainView>('POST', path)
      expect(started.status).toBe(202)
      expect(started.json).toMatchObject({ running: true, participants: 16 })
      await expect
        .poll(async () => (await owner.get<AgainView>(path)).json, { timeout: 60_000 })
        .toMatchObject({ running: false, done: 16 })
      expect((await owner.get<SurveyView>(`/surveys/${survey}`)).json.verdicts).toMatchObject({ review: 1 })
      await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(1)
      const event = JSON.parse(receiver.received[0]?.body ?? '')
      expect(Compile(WEBHOOK_BODIES['survey.changed']).Errors(event)).toEqual([])
      expect(event).toMatchObject({
        type: 'survey.changed',
        data: {
          survey_id: survey,
          participant_id: 'first',
          verdict: 'review',
          checks: { q1: ['Automated test: Off-topic'] },
          previous: { verdict: 'keep', severity: 0, checks: { q1: [] } },
        },
      })

      await owner.send<AgainView>('POST', path)
      await expect
        .poll(async () => (await owner.get<AgainView>(path)).json, { timeout: 60_000 })
        .toMatchObject({ running: false, done: 16 })
      expect((await participantOf(survey)).json.analyses).toHaveLength(3)
      expect(receiver.received).toHaveLength(1)
    })

    it('follows a change of the effort that leads to a review', async () => {
      const survey = `again-${surveys++}`
      await send(requestOf(survey, 'first', 'Good'))
      const path = `/surveys/${survey}/settings`
      const shown = async () => [(await participantOf(survey)).json.verdict, (await owner.get(path)).json]
      expect(await shown()).toEqual(['review', { review_effort: 1 }])
      expect((await owner.send('PUT', path, { review_effort: 0 })).json).toEqual({ review_effort: 0 })
      await expect.poll(shown).toEqual(['keep', { review_effort: 0 }])
      await send(requestOf(survey, 'second', 'Fine'))
      const second = await owner.get<ParticipantView>(`/surveys/${survey}/participants/second`)
      expect(second.json).toMatchObject({ verdict: 'keep', flagged: false })
      await owner.send('PUT', path, { review_effort: 1 })
      await expect.poll(shown).toEqual(['review', { review_effort: 1 }])
      for (const review_effort of [6, -1, 1.5, '1']) {
        const { status, text } = await owner.send('PUT', path, { review_effort })
        expect(status).toBe(400)
        expect(text).toContain('review_effort')
      }
      expect((await owner.get(path)).json).toEqual({ review_effort: 1 })
      const early = `/surveys/again-${surveys++}/settings`
      expect((await owner.send('PUT', early, { review_effort: 3 })).status).toBe(200)
      expect((await owner.get(early)).json).toEqual({ review_effort: 3 })
    })

    describe('by itself, once no more answers arrive', () => {
      const settled = (survey: string) =>
        receiver.received
          .map(({ body }) => JSON.parse(body))
          .filter(({ type, data }) => type === 'survey.settled' && data.survey_id === survey)
      const silence = (settleMs: number | undefined) => Object.assign(service.services.survey, { settleMs })
      const requestedAt = async (survey: string) =>
        (await owner.get<AgainView>(`/surveys/${survey}/analyze-again`)).json.requested_at
      const isOver = (survey: string) =>
        expect
          .poll(async () => (await owner.get<AgainView>(`/surveys/${survey}/analyze-again`)).json, {
            timeout: 60_000,
          })
          .toMatchObject({ running: false, requested_at: expect.any(Number) })

      beforeAll(async () => {
        const events = ['survey.settled']
        await owner.send('POST', '/webhooks', { url: `${receiver.url}/settled`, events, name: 'Settled' })
      })
      afterEach(() => silence(undefined))

      it('settles the survey once, and says how many results changed', async () => {
        silence(3_000)
        const { survey, request, original } = await newSurvey()
        // Two further nodes look for the same survey.
        const others = [1, 2].map(() =>
          startAgainRunner({
            survey: service.services.survey,
            onSettled: openSettledEvents(service.services),
          }),
        )
        await isOver(survey)
        await expect.poll(() => settled(survey).length, { timeout: 30_000 }).toBe(1)
        const [event] = settled(survey)
        expect(Compile(WEBHOOK_BODIES['survey.settled']).Errors(event)).toEqual([])
        const at = await requestedAt(survey)
        expect(event.data).toEqual({ survey_id: survey, participants: 16, changed: 1, settled_at: at })
        const [latest, first] = (await participantOf(survey)).json.analyses
        expect([latest, first]).toMatchObject([
          { verdict: 'review', superseded: false },
          { verdict: 'keep', superseded: true },
        ])
        const csv = (await owner.get(`/surveys/${survey}/results?format=csv`)).text
        expect(csv).toMatch(/^first,.*,review,0\.\d+,/m)
        const repeated = await send(request, { query: '?explain=true' })
        expect(repeated.json).toEqual({ ...original.json, superseded: true })

        // A survey that hardly grew waits for a day; one that grew by a tenth does not.
        await send(requestOf(survey, 'later-0', 'Toast with honey and warm milk, as I always had it.'))
        await new Promise((resolve) => setTimeout(resolve, 7_000))
        expect(await requestedAt(survey)).toBe(at)
        await send(requestOf(survey, 'later-1', 'A bagel with cream cheese that I eat on the train.'))
        await send(requestOf(survey, 'later-2', 'Leftovers from dinner, mostly noodles or rice.'))
        await expect.poll(() => settled(survey).length, { timeout: 30_000 }).toBe(2)
        expect(settled(survey)[1].data).toMatchObject({ participants: 19 })
        await Promise.all(others.map((other) => other.close()))
      })

      it('says nothing of a survey that was erased in between', async () => {
        silence(2_000)
        const survey = `again-${surveys++}`
        await send(requestOf(survey, 'first', OFF_TOPIC))
        const subject = { participant_id: 'first', survey_id: survey }
        expect((await owner.send('POST', '/erasures', subject)).status).toBe(200)
        await new Promise((resolve) => setTimeout(resolve, 6_000))
        expect(settled(survey)).toEqual([])
      })

      it('leaves responses that were collected first as they are', async () => {
        silence(1_000)
        const survey = `again-${surveys++}`
        const request = requestOf(survey, 'first', OFF_TOPIC)
        await send(request, { query: '?collect=true' })
        await send(request)
        await new Promise((resolve) => setTimeout(resolve, 5_000))
        expect(await requestedAt(survey)).toBeNull()
      })
    })

    it('leaves the statistics and groups of the survey as they are', async () => {
      const { survey } = await newSurvey()
      const { store } = service.services
      const stats = () => store.surveys.questionStats(workspace.id, keyText(survey), keyText('q1'))
      const before = await stats()
      const { group } = (await participantOf(survey)).json.answers[0] as ParticipantView['answers'][number]
      await owner.send('POST', `/surveys/${survey}/participants/first/analyze-again`)
      expect(await stats()).toEqual(before)
      expect((await participantOf(survey)).json.answers[0]?.group).toBe(group)
    })

    it('is replaced with the analysis by a new request of the participant', async () => {
      const { survey } = await newSurvey()
      await owner.send('POST', `/surveys/${survey}/participants/first/analyze-again`)
      await send(requestOf(survey, 'first', 'Bread rolls with plum jam that my aunt makes.'))
      const { json } = await participantOf(survey)
      expect(json).toMatchObject({ verdict: 'keep', flagged: false })
      expect(json.analyses).toHaveLength(1)
    })

    it('is part of the export of a person, and of their erasure', async () => {
      const { survey } = await newSurvey()
      await owner.send('POST', `/surveys/${survey}/participants/first/analyze-again`)
      const subject = { participant_id: 'first', survey_id: survey }
      const exported = await owner.send<{ analyses: { later_analyses: object[] }[] }>(
        'POST',
        '/exports/person',
        subject,
      )
      expect(exported.json.analyses[0]?.later_analyses).toMatchObject([
        { verdict: { verdict: 'review' }, result: { flagged: true } },
      ])
      const key = {
        workspace: workspace.id,
        surveyId: keyText(survey),
        participantId: keyText('first'),
      }
      const { store } = service.services
      const row = await store.surveys.find(key)
      if (row === null) throw new Error('The participant is unknown.')
      expect(await store.surveys.history(row)).toHaveLength(2)
      expect((await owner.send('POST', '/erasures', subject)).status).toBe(200)
      expect(await store.surveys.history(row)).toEqual([row])
      expect((await participantOf(survey)).status).toBe(404)
    })

    it('needs a known survey and participant, and an analyst', async () => {
      expect((await owner.send('POST', '/surveys/unknown/analyze-again')).status).toBe(404)
      expect((await owner.get('/surveys/unknown/analyze-again')).status).toBe(404)
      const { survey } = await newSurvey()
      const one = `/surveys/${survey}/participants/first/analyze-again`
      expect((await owner.send('POST', one.replace('first', 'nobody'))).status).toBe(404)
      const viewer = await loginTo(service, workspace.id, 'viewer')
      expect((await viewer.send('POST', one)).status).toBe(403)
      expect((await viewer.send('POST', `/surveys/${survey}/analyze-again`)).status).toBe(403)
      expect((await viewer.get(`/surveys/${survey}/analyze-again`)).status).toBe(200)
    })
  })
}
