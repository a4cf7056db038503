/** Malicious bodies: every response is 2xx or 4xx, and the service stays up. */
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningService, runService } from './running_service.ts'
import { newSurveyId, requestOf, type Send, surveyClient } from './survey_client.ts'

let service: RunningService
let send: Send
beforeAll(async () => {
  service = await runService({ BYHAND_RATE_SURVEYS_PER_KEY: '0' })
  send = surveyClient(service.address, (await service.workspace()).secretKey)
})
afterAll(() => service.stop())

const copy = (bytes: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(bytes)

describe('a rejected request', () => {
  const base = requestOf('s', 'p')
  it.each([
    ['no survey', { ...base, survey_id: undefined }, '/survey_id'],
    ['no questions', { ...base, questions: {}, responses: {} }, '/questions'],
    ['a response without a question', { ...base, responses: { other: 'x' } }, '/responses/other'],
    ['a response that is a number', { ...base, responses: { q1: 4 } }, '/responses/q1'],
    ['a threshold of 11', { ...base, low_effort_threshold: 11 }, '/low_effort_threshold'],
    ['a threshold of 2.5', { ...base, low_effort_threshold: 2.5 }, '/low_effort_threshold'],
    ['an id of 257 bytes', { ...base, participant_id: 'p'.repeat(257) }, '/participant_id'],
    ['an answer of 20,001 characters', { ...base, responses: { q1: 'x'.repeat(20_001) } }, '/responses/q1'],
    [
      'a history without times',
      { ...base, question_histories: { q1: [{ s: 'a' }] } },
      '/question_histories/q1/0/t',
    ],
  ])('with %s names the field', async (_, body, pointer) => {
    const { status, json, text } = await send(body)
    expect([status, json.code]).toEqual([400, 'invalid_request'])
    expect(json.errors).toEqual([{ pointer, detail: expect.any(String) }])
    expect(text).not.toContain('Nachbarschaft')
  })

  it.each([
    ['an empty body', '', 'application/json', 400, 'invalid_request'],
    ['broken JSON', '{"survey_id"', 'application/json', 400, 'invalid_json'],
    ['deep nesting', '['.repeat(800_000), 'application/json', 400, 'body_too_deep'],
    ['bad UTF-8', copy(Buffer.from([0x7b, 0xff, 0x7d])), 'application/json', 400, 'invalid_utf8'],
    ['an upload', '--x--', 'multipart/form-data; boundary=x', 415, 'unsupported_media_type'],
    ['a picture', 'GIF89a', 'image/gif', 415, 'unsupported_media_type'],
    [
      'more than 16 MiB',
      copy(Buffer.alloc(16 * 1024 * 1024 + 1, ' ')),
      'application/json',
      413,
      'body_too_large',
    ],
    [
      'two million array elements',
      `{"x":[${'0,'.repeat(2_000_000)}0]}`,
      'application/json',
      413,
      'body_too_large',
    ],
  ] as const)('with %s names the reason', async (_, body, type, status, code) => {
    const answer = await send(body, { headers: { 'content-type': type } })
    expect([answer.status, answer.json.code]).toEqual([status, code])
  })

  it('with a decompression bomb uses no more memory than the limit', async () => {
    const bomb = copy(gzipSync(Buffer.alloc(200 * 1024 * 1024)))
    const answer = await send(bomb, { headers: { 'content-encoding': 'gzip' } })
    expect([answer.status, answer.json.code]).toEqual([413, 'body_too_large'])
    const broken = await send('not brotli', { headers: { 'content-encoding': 'br' } })
    expect(broken.json.code).toBe('invalid_gzip')
    const unknown = await send('x', { headers: { 'content-encoding': 'rot13' } })
    expect(unknown.status).toBe(415)
    const twice = copy(brotliCompressSync(gzipSync('{}')))
    expect((await send(twice, { headers: { 'content-encoding': 'br' } })).status).toBe(400)
  })
})

describe('an accepted request', () => {
  it.each([
    ['19,999 combining marks', `a${'\u0301'.repeat(19_999)}`],
    ['bidirectional marks', '\u202eabc\u202d def \u2066ghi'.repeat(100)],
    ['one repeated character', 'x'.repeat(20_000)],
    ['one repeated word', 'word '.repeat(4_000)],
    ['quotes and backslashes', '\\"'.repeat(10_000)],
    ['lone surrogates', '\ud800 and \udc00'.repeat(500)],
    ['emoji', '👩‍👩‍👧‍👦'.repeat(1_000)],
    ['long words', `${'abcdefghij'.repeat(199)} `.repeat(10)],
    ['line breaks', '\n'.repeat(19_000).concat('.')],
    ['unclosed markdown', '**a'.repeat(6_000)],
    ['a very long URL', `http://${'a.'.repeat(9_000)}`],
    ['20,000 digits', '1'.repeat(20_000)],
    ['20,000 syllables', '\ud55c'.repeat(20_000)],
    ['19,999 periods', `${'.'.repeat(19_999)}a`],
    ['right-to-left words', '\u0645\u0631\u062d\u0628\u0627 '.repeat(3_000)],
  ])('with %s is analyzed', async (_, text) => {
    const request = { ...requestOf(newSurveyId(), 'p1'), responses: { q1: text, q2: text.slice(0, 9_000) } }
    for (const version of ['v021', 'v012'] as const) {
      const { status, json } = await send(request, { version })
      expect([status, json.error]).toEqual([200, false])
    }
  })

  it('with a history that replaces everything every time is analyzed', async () => {
    const steps = Array.from({ length: 8_000 }, (_, at) => ({
      s: String.fromCharCode(97 + (at % 26)).repeat(600 + (at % 7)) + at,
      t: at,
    }))
    const { status, json } = await send({
      ...requestOf(newSurveyId(), 'p1'),
      question_histories: { q1: steps },
    })
    expect([status, json.error]).toEqual([200, false])
  })

  it('with a hundred long answers is analyzed', async () => {
    const ids = Array.from({ length: 100 }, (_, at) => `q${at}`)
    const words = (seed: number) =>
      Array.from({ length: 1_500 }, (_, at) => ((seed * 7919 + at * 104729) % 99_991).toString(36)).join(' ')
    const { status } = await send({
      survey_id: newSurveyId(),
      participant_id: 'p',
      questions: Object.fromEntries(ids.map((id) => [id, `Question ${id}?`])),
      responses: Object.fromEntries(ids.map((id, at) => [id, words(at).slice(0, 10_000)])),
    })
    expect(status).toBe(200)
  })
})

describe('any body', () => {
  const field = fc.constantFrom(
    'survey_id',
    'participant_id',
    'questions',
    'responses',
    'question_histories',
    'low_effort_threshold',
    'fingerprint_id',
    'session_id',
  )
  const value = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(fc.string(), fc.string()),
    fc.string({ unit: 'binary' }),
  )
  const text = fc.oneof(
    fc.dictionary(field, value).map((part) => JSON.stringify({ ...requestOf('fuzz', 'p'), ...part })),
    fc
      .array(
        fc.tuple(
          fc.oneof(
            field,
            fc.constantFrom('questions[a]', 'responses[a]', 'questions[', 'question_histories[a][0][s]'),
          ),
          fc.string(),
        ),
      )
      .map((pairs) => pairs.map(([name, part]) => `${name}=${part}`).join('&')),
    fc.json(),
    fc.string({ unit: 'binary' }),
  )
  const type = fc.constantFrom(
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    '',
    'application/json; charset=utf-7',
    'x',
  )
  const encoding = fc.constantFrom('', '', '', 'gzip', 'br', 'deflate', 'zstd')

  it('is answered with 2xx or 4xx', async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        type,
        encoding,
        fc.constantFrom('v021', 'v012'),
        async (body, contentType, contentEncoding, version) => {
          const { status } = await send(body, {
            version: version as 'v021' | 'v012',
            headers: {
              'content-type': contentType,
              ...(contentEncoding && { 'content-encoding': contentEncoding }),
            },
          })
          expect(status).toBeLessThan(500)
        },
      ),
      { numRuns: 600 },
    )
    expect(service.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([])
  })
})
