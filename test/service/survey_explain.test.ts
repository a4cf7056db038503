/** `?explain=true`: verdict, results and evidence of every check, beside the specified fields. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExplainedCheck } from '../../src/contract/survey.ts'
import { SURVEY_CHECKS_V012, SURVEY_CHECKS_V021 } from '../../src/contract/survey_checks.ts'
import { type RunningService, runService } from './running_service.ts'
import {
  ANSWERS,
  newSurveyId,
  QUESTIONS,
  requestOf,
  type Send,
  surveyClient,
  typedBy,
} from './survey_client.ts'

let service: RunningService
let send: Send
beforeAll(async () => {
  service = await runService({ BYHAND_RATE_SURVEYS_PER_KEY: '0' })
  send = surveyClient(service.address, (await service.workspace()).secretKey)
})
afterAll(() => service.stop())

const EXPLAIN = { query: '?explain=true' } as const
const ADDED = ['verdict', 'severity', 'reasons', 'analyzed_at', 'explanation']
const NAMES = { v021: SURVEY_CHECKS_V021, v012: SURVEY_CHECKS_V012 }

/** Each has one phrase that chatbots use too. */
const PHRASES_OF_PEOPLE = [
  "I don't have personal experience with mental illness, but my coworker does.",
  'I do not have personal experience of this.',
  'I do not have emotions about it.',
  'I am an AI engineer at a startup and we are all tired.',
  'As an AI student I would say no.',
  '**Trust** and **loyalty**, always.',
  '# of hours is too high',
  '# 1 problem is pay',
  '**Yes**',
  'Certainly, honesty. I hope this helps!',
  'Let me know if you need anything else.',
  'Sure! Here is what I value: my neighbor brings soup.',
  'Great question! I have no idea.',
]
/** The first of them are no trace of a chat. */
const HARMLESS = 9
const CHAT_DUMPS = [
  'Certainly! Here are some things to like about a town:\n\n## Parks\nThere are many.\n## Shops\nThere are few.\n\nLet me know if you need more.',
  "As an AI language model, I don't have personal experiences, but many people like their neighborhood.",
]

const found = (checks: readonly ExplainedCheck[], name: string) =>
  checks.find(({ check }) => check === name) as ExplainedCheck
const textAt = (answer: string, { spans }: ExplainedCheck) =>
  spans?.map(({ start, end }) => [...answer].slice(start, end).join('')) ?? null

describe.each(['v021', 'v012'] as const)('an explained result of %s', (version) => {
  it('has every check of the version for each question, behind the specified fields', async () => {
    const request = requestOf(newSurveyId(), 'p1')
    const plain = await send(request, { version })
    const { json } = await send(request, { ...EXPLAIN, version })
    expect(Object.keys(json)).toEqual([...Object.keys(plain.json), ...ADDED])
    expect(json).toMatchObject({ verdict: 'keep', severity: 0, reasons: [] })
    for (const id of ['q1', 'q2']) {
      expect(json.explanation[id].map(({ check }: ExplainedCheck) => check)).toEqual(NAMES[version])
      for (const { result, strength, evidence } of json.explanation[id]) {
        expect(result).not.toBe('Detected')
        expect(strength).toBe(0)
        expect(evidence).toMatch(/^[A-Z0-9].*\.$/)
      }
    }
  })

  it('is the stored answer of the same body, whichever was requested first', async () => {
    const survey = newSurveyId()
    const request = requestOf(survey, 'p1')
    const explained = await send(request, { ...EXPLAIN, version })
    await send(requestOf(survey, 'p2', 1), { version })
    const plain = await send(request, { version })
    expect((await send(request, { ...EXPLAIN, version })).text).toBe(explained.text)
    expect((await send(request, { query: '?explain=false', version })).text).toBe(plain.text)
    expect(explained.text.startsWith(plain.text.slice(0, -1))).toBe(true)
  })

  it('explains an answer that could not be compared as Unknown, without a flag', async () => {
    const request = { ...requestOf(newSurveyId(), 'p1'), responses: { q1: ANSWERS[0].q1, q2: '' } }
    const { json } = await send(request, { ...EXPLAIN, version })
    expect(json.flagged).toBe(false)
    for (const one of json.explanation.q2) {
      if (one.check === 'All responses empty') continue
      expect(one).toMatchObject({ result: 'Unknown', evidence: 'The answer is empty.', spans: null })
    }
  })
})

describe('the verdict', () => {
  it.each(['v021', 'v012'] as const)('of %s never removes for one phrase of a chat', async (version) => {
    const resultOf = async (text: string, typing: object = {}) => {
      const request = { ...requestOf(newSurveyId(), 'p1'), responses: { q1: text }, ...typing }
      return (await send(request, { ...EXPLAIN, version })).json
    }
    const verdictOf = async (text: string, typing?: object) => (await resultOf(text, typing)).verdict
    for (const text of PHRASES_OF_PEOPLE) {
      expect([text, await verdictOf(text)]).not.toEqual([text, 'remove'])
    }
    for (const text of PHRASES_OF_PEOPLE.slice(0, HARMLESS)) {
      expect([text, (await resultOf(text)).reasons]).not.toEqual([
        text,
        expect.arrayContaining([expect.stringContaining('AI chat')]),
      ])
    }
    for (const text of CHAT_DUMPS) expect([text, await verdictOf(text)]).toEqual([text, 'remove'])
    const [{ q1 }] = ANSWERS
    const ended = `${q1} I hope this helps!`
    expect(await verdictOf(ended)).toBe('review')
    const pasted = { question_histories: { q1: [{ s: ended, t: 0, o: 'p' }] } }
    expect(await verdictOf(ended, pasted)).toBe('remove')
  })

  it('is review when one weak check failed, with the part of the answer that it rests on', async () => {
    const { q1, q2 } = ANSWERS[1]
    const typed = typedBy(q1.slice(0, 40), 3)
    const at = (typed.at(-1)?.t ?? 0) + 4_000
    const { json } = await send(
      {
        ...requestOf(newSurveyId(), 'p1', 1),
        question_histories: { q1: [...typed, { s: q1, t: at }], q2: typedBy(q2, 7) },
      },
      EXPLAIN,
    )
    expect(json.checks.q1).toEqual(['Partial pasting'])
    expect(json).toMatchObject({ verdict: 'review', severity: 0.3 })
    expect(json.reasons).toEqual([expect.stringMatching(/^q1: Partial pasting\. \d+ characters came/)])
    expect(textAt(q1, found(json.explanation.q1, 'Partial pasting'))).toEqual([q1.slice(40)])
    expect(found(json.explanation.q2, 'Partial pasting')).toMatchObject({ result: 'Not detected' })
  })

  it('is remove when a strong check is certain', async () => {
    const mashed = 'asdfkj aslkdfj lkasjdf ölkj asdf lkjasd fkljasd flkj'
    const answer = `\u{1f600} ${mashed}`
    const { json } = await send(
      { ...requestOf(newSurveyId(), 'p1'), responses: { q1: answer, q2: ANSWERS[0].q2 } },
      EXPLAIN,
    )
    expect(json.verdict).toBe('remove')
    const gibberish = found(json.explanation.q1, 'Automated test: Gibberish')
    expect(gibberish.strength).toBe(1)
    expect(textAt(answer, gibberish)).toEqual([mashed])
  })

  it('is remove when several checks agree', async () => {
    const survey = newSurveyId()
    const { q1 } = ANSWERS[2]
    await send(requestOf(survey, 'first', 2))
    const { json } = await send(
      {
        ...requestOf(survey, 'copy', 2),
        responses: { q1, q2: ANSWERS[0].q2 },
        question_histories: { q1: [{ s: q1, t: 0, o: 'p' }] },
      },
      EXPLAIN,
    )
    expect(json.checks.q1).toEqual(['Response pasted', 'Cross-duplicate response'])
    expect(json).toMatchObject({ verdict: 'remove', severity: 0.8 })
    expect(textAt(q1, found(json.explanation.q1, 'Cross-duplicate response'))).toEqual([q1])
    expect(textAt(q1, found(json.explanation.q1, 'Response pasted'))).toEqual([q1])
  })

  it('is remove for the fifth copy of an answer, and for copies of two answers', async () => {
    const { q1 } = ANSWERS[2]
    const verdictOf = async (survey: string, at: number, q2: string) => {
      const request = { ...requestOf(survey, `p${at}`, 2), responses: { q1, q2 } }
      return (await send(request, EXPLAIN)).json.verdict
    }
    const group = newSurveyId()
    const verdicts: string[] = []
    for (let at = 0; at < 6; at++) verdicts.push(await verdictOf(group, at, ''))
    expect(verdicts).toEqual(['keep', 'review', 'review', 'review', 'remove', 'remove'])

    const pair = newSurveyId()
    expect(await verdictOf(pair, 1, ANSWERS[2].q2)).toBe('keep')
    expect(await verdictOf(pair, 2, ANSWERS[0].q2)).toBe('review')
    expect(await verdictOf(pair, 3, ANSWERS[2].q2)).toBe('remove')
  })

  it('is review at most for low effort alone', async () => {
    const { json } = await send({ ...requestOf(newSurveyId(), 'p1'), low_effort_threshold: 10 }, EXPLAIN)
    expect(json.num_checks_failed).toBe(2)
    expect(json).toMatchObject({ verdict: 'review', severity: 0.3 })
    expect(found(json.explanation.q1, 'Low-effort').spans).toBeNull()
  })

  it('points to profane words and to traces of a chat', async () => {
    const [q1, q2] = [
      'I like the shit out of this \u{1f600} park.',
      '  **Quiet streets:** it is calm here\u2026\n**Shops:** near. I hope this helps!',
    ]
    const { json } = await send(
      {
        ...requestOf(newSurveyId(), 'p1'),
        questions: { q1: 'What do you like here?', q2: 'What else do you like here?' },
        responses: { q1, q2 },
      },
      EXPLAIN,
    )
    expect(textAt(q1, found(json.explanation.q1, 'Automated test: Profane'))).toEqual(['shit'])
    expect(textAt(q2, found(json.explanation.q2, 'Automated test: GPT'))).toEqual([
      '**Quiet streets:**',
      '**Shops:**',
      expect.stringMatching(/^I hope this helps!?$/),
    ])
    expect(json.reasons[0]).toMatch(/^q2: Automated test: GPT\. /)
  })

  it.each(['v021', 'v012'] as const)('lists a response without answers once in %s', async (version) => {
    const { json } = await send({ ...requestOf(newSurveyId(), 'p1'), responses: {} }, { ...EXPLAIN, version })
    expect(json).toMatchObject({ verdict: 'review', severity: 0.5 })
    expect(json.reasons).toEqual([
      version === 'v012'
        ? 'All responses empty: 0 of 2 questions have an answer.'
        : 'No question was answered.',
    ])
  })
})

describe('the parameter', () => {
  it('is true or 1, false or 0', async () => {
    const request = requestOf(newSurveyId(), 'p1')
    const [plain, ...asked] = await Promise.all(
      ['', '?explain=true', '?explain=1', '?explain=false', '?explain=0'].map((query) =>
        send(request, { query }),
      ),
    )
    expect(asked.map(({ text }) => text === plain?.text)).toEqual([false, false, true, true])
    expect(asked[1]?.text).toBe(asked[0]?.text)
  })

  it('is known, or the request is refused', async () => {
    const { status, json } = await send(requestOf(newSurveyId(), 'p1'), { query: '?explian=true' })
    expect(status).toBe(400)
    expect(json.errors).toEqual([{ pointer: 'explian', detail: 'is not a known parameter' }])
  })

  it('refuses other values', async () => {
    const { status, json } = await send(requestOf(newSurveyId(), 'p1'), { query: '?explain=yes' })
    expect(status).toBe(400)
    expect(json.errors).toEqual([{ pointer: 'explain', detail: 'must be true or false' }])
  })

  it('explains every question, whatever its id', async () => {
    const { json, text } = await send(
      `{"survey_id":"${newSurveyId()}","participant_id":"p","questions":{"__proto__":"${QUESTIONS.q1}"},"responses":{"__proto__":"${ANSWERS[3].q1}"}}`,
      EXPLAIN,
    )
    expect(text).toContain('"explanation":{"__proto__":[')
    expect(json.verdict).toBe('keep')
  })
})
