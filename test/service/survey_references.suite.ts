/** Reference answers: what chatbots answer to the questions of a survey, given by the researcher. */
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ParticipantView } from '../../src/contract/dashboard/surveys.ts'
import { type ManageClient, manageClient } from './manage_client.ts'
import { PARTICIPANTS, PASTED, personAt, QUESTIONS, REFERENCES } from './reference_answers.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'
import { type Send, surveyClient } from './survey_client.ts'

const SURVEY = 'spring'
const GPT = 'Automated test: GPT'

export function surveyReferencesSuite(engine: string, envOf: () => Promise<Record<string, string>>): void {
  describe(`reference answers on ${engine}`, () => {
    let service: RunningService
    let workspace: TestWorkspace
    let ask: ManageClient
    let stranger: ManageClient
    let send: Send

    beforeAll(async () => {
      service = await runService({ BYHAND_RATE_SURVEYS_PER_KEY: '0', ...(await envOf()) })
      workspace = await service.workspace()
      ask = await manageClient(service.address, (await workspace.key(['admin'])).key)
      stranger = await manageClient(service.address, (await (await service.workspace()).key(['admin'])).key)
      send = surveyClient(service.address, workspace.secretKey)
      for (let at = 0; at < PARTICIPANTS; at++) await send(requestOf(`p${at}`, personAt(at)))
      await send(requestOf('paster', PASTED))
    })
    afterAll(() => service?.stop())

    const requestOf = (participant: string, responses: object) => ({
      survey_id: SURVEY,
      participant_id: participant,
      questions: QUESTIONS,
      responses,
    })
    const path = `/v1/surveys/${SURVEY}/references`
    const given = (id: keyof typeof QUESTIONS, references: readonly string[] = REFERENCES[id]) => ({
      question_id: id,
      question: QUESTIONS[id],
      references,
    })
    const viewOf = async (participant: string): Promise<ParticipantView> =>
      (await ask('GET', `/v1/surveys/${SURVEY}/participants/${participant}`)).json
    /** Without the times of the analyses. */
    const resultOf = async (participant: string) => {
      const { analyses: _, analyzed_at: __, ...result } = await viewOf(participant)
      return result
    }

    async function analyzedAgain(): Promise<void> {
      for (let attempt = 0; attempt < 600; attempt++) {
        const { json } = await ask('GET', `/v1/surveys/${SURVEY}/analyze-again`)
        if (!json.running) return
        await setTimeout(100)
      }
      throw new Error('the survey was not analyzed again')
    }

    it('rejects references that cannot be used, and stores nothing', async () => {
      const five = REFERENCES.q1.slice(0, 5)
      const german =
        'Mir gefallen vor allem die ruhigen Straßen und die freundlichen Nachbarn in meinem Viertel.'
      const { question: _, ...withoutQuestion } = given('q1')
      for (const [body, pointer] of [
        [given('q1', [...five, german]), '/references/5'],
        [given('q1', [...five, five[0] as string, 'only three words']), '/references/6'],
        [
          given(
            'q1',
            Array.from({ length: 1_000 }, (_, at) => `a reference answer number ${at}`),
          ),
          '/references',
        ],
        [given('q1', []), '/references'],
        [withoutQuestion, '/question'],
        [{ ...given('q1'), question: ' ' }, '/question'],
        [{ ...given('q1'), question: 'Was gefällt Ihnen an dem Ort, an dem Sie wohnen?' }, '/question'],
        [{ ...given('q1'), question_id: '' }, '/question_id'],
        [{ ...given('q1'), references: [7] }, '/references/0'],
        [{ ...given('q1'), references: undefined }, '/references'],
        [{ ...given('q1'), pasted: five.join('\n\n') }, '/references'],
        [{ ...given('q1'), references: undefined, pasted: `${QUESTIONS.q1}\n\ntoo short` }, '/pasted'],
        [{ ...given('q1'), references: undefined, pasted: german }, '/pasted'],
      ] as const) {
        const { status, json } = await ask('PUT', path, body)
        expect([status, json.errors?.[0]?.pointer]).toEqual([400, pointer])
      }
      expect((await ask('GET', path)).json).toEqual({ items: [], next: null })
      expect((await ask('DELETE', `${path}?question_id=q1`)).status).toBe(404)
    })

    it('find a pasted answer, and deleting them restores the former results', async () => {
      // Sentences from a list of parts may have the style of a model.
      const everybody = (await ask('GET', `/v1/surveys/${SURVEY}/participants`)).json
        .items as ParticipantView[]
      const names = everybody.flatMap((one) => (one.checks.includes(GPT) ? [] : one.participant_id))
      expect(names).toContain('paster')
      expect(names.length).toBeGreaterThan(PARTICIPANTS / 2)
      const before = await Promise.all(names.map(resultOf))
      const first = await send(requestOf('paster', PASTED), { query: '?explain=true' })
      expect(before.flatMap(({ checks }) => checks)).not.toContain(GPT)
      const survey = async () => (await ask('GET', '/v1/surveys')).json.items[0]
      const { participants } = await survey()

      const added = await ask('PUT', path, given('q1'))
      expect(added.json).toMatchObject({ question_id: 'q1', version: 1 })
      expect((await ask('PUT', path, given('q2'))).status).toBe(200)
      await analyzedAgain()
      const paster = await viewOf('paster')
      expect(paster.checks).toContain(GPT)
      for (const { question_id, answer, results } of paster.answers) {
        const found = results.find(({ check }) => check === GPT)
        expect(found?.result).toBe('Detected')
        expect(found?.evidence).toMatch(/words that chatbots used and other participants rarely use/)
        const words = found?.spans?.map(({ start, end }) => [...answer].slice(start, end).join(''))
        expect(words?.join(' ')).toContain(question_id === 'q1' ? 'community' : 'transport')
        expect(paster.references.find(({ id }) => id === found?.reference)?.text).toMatch(
          /community|transport/,
        )
      }
      const people = await Promise.all(names.filter((name) => name !== 'paster').map(viewOf))
      expect(people.flatMap(({ checks }) => checks)).not.toContain(GPT)
      expect((await survey()).participants).toBe(participants)

      const { json } = await ask('PUT', path, { ...given('q1', REFERENCES.q1.slice(0, 5)), version: 1 })
      expect([json.version, json.references.length]).toEqual([2, 5])
      await analyzedAgain()

      expect((await ask('DELETE', `${path}?question_id=q1`)).json.items).toHaveLength(1)
      expect((await ask('DELETE', `${path}?question_id=q2`)).json).toEqual({ items: [], next: null })
      await analyzedAgain()
      expect(await Promise.all(names.map(resultOf))).toEqual(before)
      expect((await viewOf('paster')).analyses.length).toBeGreaterThan(2)
      expect((await send(requestOf('paster', PASTED), { query: '?explain=true' })).text).toBe(first.text)
    })

    it('and peers belong to a condition', async () => {
      const survey = 'conditions'
      const own = `/v1/surveys/${survey}/references`
      const answer = async (participant: string, responses: object, condition: string) => {
        const body = { ...requestOf(participant, responses), survey_id: survey, condition }
        return (await send(body, { query: '?explain=true' })).json
      }
      for (let at = 0; at < PARTICIPANTS; at++) await answer(`p${at}`, personAt(at), 'blue')
      for (const id of ['q1', 'q2'] as const) {
        expect((await ask('PUT', own, given(id))).json).not.toHaveProperty('condition')
        expect((await ask('PUT', own, { ...given(id), condition: 'blue' })).json.condition).toBe('blue')
      }
      expect((await ask('GET', own)).json.items).toHaveLength(4)

      const blue = await answer('in blue', PASTED, 'blue')
      expect(blue.checks.q1).toContain(GPT)
      const red = await answer('in red', PASTED, 'red')
      expect(red.checks.q1).not.toContain(GPT)
      const found = red.explanation.q1.find(({ check }: { check: string }) => check === GPT)
      expect(found.evidence).toContain('Only 0 other participants')

      const left = (await ask('DELETE', `${own}?question_id=q1&condition=blue`)).json.items
      expect(
        left.map((item: { question_id: string; condition?: string }) => [item.question_id, item.condition]),
      ).toEqual(
        expect.arrayContaining([
          ['q1', undefined],
          ['q2', undefined],
          ['q2', 'blue'],
        ]),
      )
      // The references of the question are used instead.
      expect((await answer('also in blue', PASTED, 'blue')).checks.q1).toContain(GPT)
    })

    it('are cleaned, and the reply says what was left out', async () => {
      const cleaning = '/v1/surveys/cleaning/references'
      const [first = '', second = '', third = '', fourth = '', fifth = ''] = REFERENCES.q1
      await send({ ...requestOf('somebody', { q1: fourth, q2: PASTED.q2 }), survey_id: 'cleaning' })
      const pasted = [
        `You said:\n${QUESTIONS.q1}\nChatGPT said:\nCertainly! Here is one:\n\n${first}\n\nLet me know if you need more.`,
        `1. ${second}\n2. ${third}`,
        QUESTIONS.q1,
        fourth.toUpperCase(),
        first,
        fifth,
      ]
      const { status, json } = await ask('PUT', cleaning, given('q1', pasted))
      expect(status).toBe(200)
      expect(json.references.map(({ text }: { text: string }) => text)).toEqual([first, second, third, fifth])
      expect([json.usable, json.of]).toEqual([4, 7])
      expect(
        json.dropped.map(({ reference, reason }: { reference: number; reason: string }) => [
          reference,
          reason,
        ]),
      ).toEqual([
        [2, 'is the question, or no answer'],
        [3, 'is the answer of a participant'],
        [4, 'is there twice'],
      ])
      expect((await ask('GET', cleaning)).json.items[0].references).toEqual(json.references)

      const refused = await ask('PUT', cleaning, { ...given('q1', [fourth, QUESTIONS.q1]), version: 1 })
      expect([refused.status, refused.json.errors]).toEqual([
        400,
        [{ pointer: '/references/0', detail: 'is the answer of a participant' }],
      ])
      expect((await ask('GET', cleaning)).json.items[0].version).toBe(1)
      // Of another survey, the same answer is nobody's.
      expect((await ask('PUT', '/v1/surveys/elsewhere/references', given('q1', [fourth]))).json.usable).toBe(
        1,
      )
    })

    it('are not replaced by somebody who read an older version', async () => {
      const writing = '/v1/surveys/fall/references'
      const put = (version: number | undefined, references: readonly string[]) =>
        ask('PUT', writing, { ...given('q1', references), version })
      const [mine, theirs] = [REFERENCES.q1.slice(0, 5), REFERENCES.q1.slice(1)]
      expect((await put(1, mine)).json.code).toBe('concurrent_change')
      const raced = await Promise.all([put(0, mine), put(0, theirs)])
      expect(raced.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const stored = (await ask('GET', writing)).json.items[0]
      expect(raced.find(({ status }) => status === 200)?.json).toMatchObject(stored)

      expect((await put(1, mine)).json.version).toBe(2)
      const repeated = await put(1, mine)
      expect([repeated.status, repeated.json.version]).toEqual([200, 2])
      for (const version of [undefined, 0, 1, 3])
        expect((await put(version, theirs)).json.code).toBe('concurrent_change')
      expect((await put(-1, theirs)).json.errors[0].pointer).toBe('/version')
      const texts = (await ask('GET', writing)).json.items[0].references.map(
        ({ text }: { text: string }) => text,
      )
      expect(texts).toEqual(mine)
      expect((await put(2, theirs)).json.version).toBe(3)
      await ask('DELETE', `${writing}?question_id=q1`)
    })

    it('count for participants that answer later, and belong to one workspace', async () => {
      await ask('PUT', path, given('q1'))
      await ask('PUT', path, given('q2'))
      const { json } = await send(requestOf('later', PASTED), { query: '?explain=true' })
      expect((json as { checks: Record<string, string[]> }).checks.q1).toContain(GPT)
      expect((await stranger('GET', path)).json).toEqual({ items: [], next: null })
      expect((await stranger('DELETE', `${path}?question_id=q1`)).status).toBe(404)
      expect((await ask('GET', path)).json.items.map((one: { version: number }) => one.version)).toEqual([
        1, 1,
      ])
    })
  })
}
