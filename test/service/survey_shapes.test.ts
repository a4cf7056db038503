/** Every accepted format of a survey request over HTTP gets the response of the documented one. */
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningService, runService } from './running_service.ts'
import { newSurveyId, QUESTIONS, requestOf, type Send, surveyClient } from './survey_client.ts'

let service: RunningService
let send: Send
beforeAll(async () => {
  service = await runService({ BYHAND_RATE_SURVEYS_PER_KEY: '0' })
  send = surveyClient(service.address, (await service.workspace()).secretKey)
})
/** A question named `__proto__` must not change the prototype. */
const prototypeKeys = Reflect.ownKeys(Object.prototype)
afterAll(async () => {
  await service.stop()
  expect(Reflect.ownKeys(Object.prototype)).toEqual(prototypeKeys)
})

const history = [
  { s: 'T', t: 0 },
  { s: 'Th', t: 131 },
  { s: 'The', t: 240 },
]
const FORM = 'application/x-www-form-urlencoded'

const documented = (survey: string) => ({
  ...requestOf(survey, 'p1'),
  question_histories: { q1: history },
  low_effort_threshold: 2,
})

type Shape = (
  request: ReturnType<typeof documented>,
) => [body: string | Uint8Array<ArrayBuffer>, type: string, encoding?: string]

const asForm = (fields: Record<string, unknown>) =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ).toString()

function inBrackets({
  questions,
  responses,
  question_histories,
  ...plain
}: ReturnType<typeof documented>): string {
  const fields = new URLSearchParams(Object.entries(plain).map(([name, value]) => [name, String(value)]))
  for (const [id, text] of Object.entries(questions)) fields.append(`questions[${id}]`, text)
  for (const [id, text] of Object.entries(responses)) fields.append(`responses[${id}]`, text)
  for (const [at, { s, t }] of question_histories.q1.entries()) {
    fields.append(`question_histories[q1][${at}][s]`, s)
    fields.append(`question_histories[q1][${at}][t]`, String(t))
  }
  return fields.toString()
}

const json = (value: unknown) => JSON.stringify(value)
const withHistory =
  (q1: unknown): Shape =>
  (request) => [json({ ...request, question_histories: { q1 } }), 'application/json']
const copy = (bytes: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(bytes)

const SHAPES: Record<string, Shape> = {
  'text/plain': (request) => [json(request), 'text/plain'],
  'without an explicit content type': (request) => [json(request), ''],
  'JSON declared as a form': (request) => [json(request), FORM],
  'JSON in a JSON string': (request) => [json(json(request)), 'application/json'],
  'maps as JSON strings': (request) => [
    json({
      ...request,
      questions: json(request.questions),
      responses: json(request.responses),
      question_histories: json(request.question_histories),
    }),
    'application/json',
  ],
  'a form with maps as JSON strings': (request) => [asForm(request), FORM],
  'a form with brackets': (request) => [inBrackets(request), FORM],
  'a query string as text': (request) => [inBrackets(request), 'text/plain'],
  'a history as arrays in arrays': withHistory([[history[0]], [history.slice(1)]]),
  'a history keyed by time': withHistory({ 0: 'T', 131: 'Th', 240: 'The' }),
  'a history as a JSON string': withHistory(json(history)),
  'a history as JSON strings': withHistory(history.map(json)),
  'a history with times as strings': withHistory(history.map(({ s, t }) => ({ s, t: String(t) }))),
  'a history out of order': withHistory(history.toReversed()),
  'unknown fields': (request) => [
    json({ ...request, extra: { deep: [1] }, constructor: 1 }),
    'application/json',
  ],
  gzip: (request) => [copy(gzipSync(json(request))), 'application/json', 'gzip'],
  deflate: (request) => [copy(deflateSync(json(request))), 'application/json', 'deflate'],
  brotli: (request) => [copy(brotliCompressSync(json(request))), 'application/json', 'br'],
  zstd: (request) => [copy(zstdCompressSync(json(request))), 'application/json', 'zstd'],
  'UTF-16': (request) => [copy(Buffer.from(json(request), 'utf16le')), 'application/json; charset=utf-16le'],
}

describe('a request', () => {
  it.each(Object.keys(SHAPES))('may be %s', async (name) => {
    const request = documented(newSurveyId())
    const first = await send(request)
    expect(first.status).toBe(200)
    const [body, type, encoding] = (SHAPES[name] as Shape)(request)
    const again = await send(body, {
      headers: { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) },
    })
    expect(again.text).toBe(first.text)
  })

  it('may contain copies of answers, which are not part of the text', async () => {
    const request = documented(newSurveyId())
    const copies = [...history, { o: 'c', s: 'something else altogether', ct: QUESTIONS.q1, t: 200 }]
    const { status, json } = await send({ ...request, question_histories: { q1: copies } })
    expect(status).toBe(200)
    expect(json.checks.q1).not.toContain('Response pasted')
  })

  it('may contain a history of 5,000 typed characters', async () => {
    const text = 'All in all it was a good day and then we went home. '.repeat(100).slice(0, 5_000)
    const long = Array.from({ length: text.length }, (_, at) => ({ s: text.slice(0, at + 1), t: at * 100 }))
    const body = json({
      ...requestOf(newSurveyId(), 'p1'),
      responses: { q1: text },
      question_histories: { q1: long },
    })
    expect(body.length).toBeGreaterThan(12_000_000)
    expect((await send(body)).status).toBe(200)
    expect((await send(copy(gzipSync(body)), { headers: { 'content-encoding': 'gzip' } })).status).toBe(200)
  })
})

describe('a question id', () => {
  it.each([
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
    ' ',
    '0',
    '😀',
    'a/b~c',
    '\u0000',
    '\ud800',
    '\\',
    'x'.repeat(256),
  ])('%j is returned unchanged in both versions', async (id) => {
    const survey = newSurveyId()
    const map = (value: string) => `{${json(id)}:${json(value)}}`
    const body = (participant: string) =>
      `{"survey_id":"${survey}","participant_id":"${participant}","questions":${map(QUESTIONS.q1)},"responses":${map(requestOf('', '').responses.q1)}}`
    const { json: first } = await send(body('p1'))
    for (const part of ['checks', 'response_groups', 'effort_ratings'])
      expect(Object.keys(first[part])).toEqual([id])
    expect(first.response_groups[id]).toBe(1)
    const { json: second } = await send(body('p2'))
    expect(second.checks[id]).toEqual(['Cross-duplicate response'])
    const { json: third } = await send(body('p3'), { version: 'v012' })
    expect(Object.entries(third.response_groups)).toEqual([[id, 1]])
  })

  it('that differs only in lone surrogates is another question', async () => {
    const survey = newSurveyId()
    const body = '{"\\ud800":"Why?","\\ud801":"Why not?"}'
    const answers = `{"\\ud800":${json(requestOf('', '').responses.q1)},"\\ud801":${json(requestOf('', '').responses.q2)}}`
    const { text } = await send(
      `{"survey_id":"${survey}","participant_id":"p","questions":${body},"responses":${answers}}`,
    )
    expect(Object.keys(JSON.parse(text).checks)).toEqual(['\ud800', '\ud801'])
  })
})
