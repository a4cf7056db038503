import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ID_BYTES, SURVEY } from '../../../contract/limits.ts'
import type { SurveyVersion } from '../../../contract/survey_checks.ts'
import { ERRORS } from '../../http/errors.ts'
import { parseRequest } from './canonical.ts'
import { RequestFault } from './fault.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string, contentType = 'application/json', version: SurveyVersion = 'v021') =>
  parseRequest(bytes(text), contentType, version)
const readJson = (body: unknown, version: SurveyVersion = 'v021') =>
  read(JSON.stringify(body), 'application/json', version)

const plain = {
  survey_id: 's1',
  participant_id: 'p1',
  questions: { q1: 'Why?', q2: 'How so?' },
  responses: { q1: 'Because.', q2: 'Like this.' },
  question_histories: {
    q1: [
      { s: 'B', t: 0 },
      { s: 'Be', t: 120 },
    ],
  },
}
const canonical = readJson(plain)

const stringsOf = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]))

function faultOf(act: () => unknown): { pointer: string; status: number; detail: string } {
  try {
    act()
  } catch (error) {
    if (error instanceof RequestFault) {
      return { pointer: error.pointer, status: ERRORS[error.code].status, detail: error.message }
    }
    throw error
  }
  throw new Error('the request was accepted')
}

describe('a survey request', () => {
  it('is parsed as documented', () => {
    expect(canonical).toEqual({
      version: 'v021',
      surveyId: 's1',
      participantId: 'p1',
      questions: [
        {
          id: 'q1',
          text: 'Why?',
          answer: 'Because.',
          history: [
            { s: 'B', t: 0 },
            { s: 'Be', t: 120 },
          ],
        },
        { id: 'q2', text: 'How so?', answer: 'Like this.', history: null },
      ],
      lowEffortThreshold: 0,
      fingerprintId: null,
      sessionId: null,
    })
  })

  const mapsAsStrings = {
    ...plain,
    questions: JSON.stringify(plain.questions),
    responses: JSON.stringify(plain.responses),
    question_histories: JSON.stringify(plain.question_histories),
  }
  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
  const inBrackets = form({
    survey_id: 's1',
    participant_id: 'p1',
    'questions[q1]': 'Why?',
    'questions[q2]': 'How so?',
    'responses[q1]': 'Because.',
    'responses[q2]': 'Like this.',
    'question_histories[q1][0][s]': 'B',
    'question_histories[q1][0][t]': '0',
    'question_histories[q1][1][s]': 'Be',
    'question_histories[q1][1][t]': '120',
  })

  it.each([
    ['JSON called text/plain', JSON.stringify(plain), 'text/plain;charset=UTF-8'],
    ['JSON called nothing', JSON.stringify(plain), ''],
    ['JSON called a form, as curl does', JSON.stringify(plain), 'application/x-www-form-urlencoded'],
    ['JSON after a byte order mark', `\uFEFF${JSON.stringify(plain)}`, 'application/json'],
    ['JSON stringified twice', JSON.stringify(JSON.stringify(plain)), 'application/json'],
    ['a vendor type of JSON', JSON.stringify(plain), 'application/problem+json'],
    ['maps as JSON strings', JSON.stringify(mapsAsStrings), 'application/json'],
    ['a form with maps as JSON strings', form(mapsAsStrings), 'application/x-www-form-urlencoded'],
    ['a form in brackets', inBrackets, 'application/x-www-form-urlencoded; charset=utf-8'],
    ['a query string in a text body', inBrackets, 'text/plain'],
    ['a query string with bare brackets', inBrackets.replaceAll('%5B', '[').replaceAll('%5D', ']'), ''],
  ])('may be %s', (_, body, contentType) => {
    expect(read(body, contentType)).toEqual(canonical)
  })

  it('accepts arrays as maps with the keys 0, 1, 2', () => {
    const { questions } = readJson({
      ...plain,
      questions: ['A?', 'B?'],
      responses: ['a'],
      question_histories: [],
    })
    expect(questions).toEqual([
      { id: '0', text: 'A?', answer: 'a', history: null },
      { id: '1', text: 'B?', answer: '', history: null },
    ])
  })

  it('parses null and absent responses as empty answers', () => {
    const { questions } = readJson({ ...plain, responses: { q1: null } })
    expect(questions.map(({ answer }) => answer)).toEqual(['', ''])
  })

  it('ignores unknown fields', () => {
    expect(readJson({ ...plain, extra: [[[1]]] })).toEqual(canonical)
    expect(read(`${inBrackets}&extra[a]=1`, 'application/x-www-form-urlencoded')).toEqual(canonical)
  })

  const unknown = { ...plain, question_histories: { Q1: plain.question_histories.q1 } }
  it.each([
    ['an object', JSON.stringify(unknown), '/question_histories/Q1'],
    [
      'a string',
      JSON.stringify({ ...unknown, question_histories: JSON.stringify(unknown.question_histories) }),
      '/question_histories/Q1',
    ],
    [
      'an array',
      JSON.stringify({ ...plain, question_histories: [plain.question_histories.q1] }),
      '/question_histories/0',
    ],
    ['nothing in it', JSON.stringify({ ...plain, question_histories: { a: null } }), '/question_histories/a'],
    ['brackets', `${inBrackets}&question_histories[Q1][0][s]=B`, '/question_histories/Q1'],
  ])('rejects a history of an unknown question, as %s, in both versions', (_, body, pointer) => {
    for (const version of ['v021', 'v012'] as const) {
      const fault = faultOf(() => read(body, 'application/json', version))
      expect(fault).toEqual({ pointer, status: 400, detail: 'matches no question' })
    }
  })

  const options = {
    question_types: { q1: 'brand', q2: 'open' },
    disabled_checks: ['Low-effort', 'Automated test: GPT', 'Low-effort'],
  }

  it('parses question types and disabled checks, in canonical order', () => {
    const { questions, disabledChecks } = readJson({ ...plain, ...options })
    expect(questions.map(({ type }) => type)).toEqual(['brand', undefined])
    expect(disabledChecks).toEqual(['Automated test: GPT', 'Low-effort'])
    expect(readJson({ ...plain, question_types: {}, disabled_checks: [] })).toEqual(canonical)
    expect(readJson({ ...plain, question_types: null, disabled_checks: null })).toEqual(canonical)
  })

  it.each([
    ['JSON strings', form({ ...mapsAsStrings, ...stringsOf(options) })],
    [
      'brackets',
      `${inBrackets}&question_types[q1]=brand&disabled_checks[]=Low-effort&disabled_checks[]=Automated+test%3A+GPT`,
    ],
  ])('parses them in a form with %s', (_, body) => {
    expect(read(body, 'application/x-www-form-urlencoded')).toEqual(readJson({ ...plain, ...options }))
  })

  it.each([
    [{ question_types: { q9: 'name' } }, '/question_types/q9', 'matches no question'],
    [{ question_types: { q1: 'colour' } }, '/question_types/q1', 'must be one of open, name'],
    [{ question_types: 7 }, '/question_types', 'must be an object'],
    [{ disabled_checks: ['Low-effort', 'Nonsense'] }, '/disabled_checks/1', 'is not the name of a check'],
    [{ disabled_checks: true }, '/disabled_checks', 'must be an array'],
  ])('rejects %j', (fields, pointer, detail) => {
    const fault = faultOf(() => readJson({ ...plain, ...fields }))
    expect(fault).toMatchObject({ pointer, status: 400 })
    expect(fault.detail).toContain(detail)
  })

  it('parses the threshold and the fingerprint in v021 and ignores them in v012', () => {
    const body = { ...plain, low_effort_threshold: 3, fingerprint_id: 'f' }
    expect(readJson(body)).toMatchObject({ lowEffortThreshold: 3, fingerprintId: 'f' })
    const wrong = { ...plain, low_effort_threshold: 'x', fingerprint_id: 7 }
    expect(readJson(wrong, 'v012')).toEqual({ ...canonical, version: 'v012' })
  })

  it.each([0, 1, 10])('accepts a threshold of %d', (threshold) => {
    expect(readJson({ ...plain, low_effort_threshold: threshold }).lowEffortThreshold).toBe(threshold)
    expect(read(`${inBrackets}&low_effort_threshold=${threshold}`, 'text/plain').lowEffortThreshold).toBe(
      threshold,
    )
  })

  it.each([-1, 11, 1.5, '3', true, [], {}])('rejects a threshold of %j', (threshold) => {
    expect(faultOf(() => readJson({ ...plain, low_effort_threshold: threshold }))).toMatchObject({
      status: 400,
      pointer: '/low_effort_threshold',
    })
  })

  it('accepts every question id that a JSON object can have', () => {
    const ids = fc.oneof(
      fc.constantFrom(
        '__proto__',
        'constructor',
        'toString',
        'hasOwnProperty',
        '',
        '😀',
        '\ud800',
        '\u0000',
        '1',
        '~/',
      ),
      fc.string({ unit: 'binary', maxLength: 40 }),
    )
    fc.assert(
      fc.property(fc.uniqueArray(ids, { minLength: 1, maxLength: 20 }), (names) => {
        const map = (value: string) =>
          `{${names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`
        const body = `{"survey_id":"s","participant_id":"p","questions":${map('Why?')},"responses":${map('So.')}}`
        const { questions } = read(body)
        expect(questions.map(({ id }) => id).sort()).toEqual([...names].sort())
        expect(questions.every(({ answer }) => answer === 'So.')).toBe(true)
      }),
    )
  })

  it('makes texts well-formed', () => {
    const body =
      '{"survey_id":"s","participant_id":"p","questions":{"q":"a\\ud800"},"responses":{"q":"\\udc00b"}}'
    expect(read(body).questions[0]).toMatchObject({ text: 'a\ufffd', answer: '\ufffdb' })
  })

  const many = Object.fromEntries(Array.from({ length: SURVEY.questions + 1 }, (_, at) => [`q${at}`, 'Why?']))
  it.each([
    ['no survey', { ...plain, survey_id: undefined }, '/survey_id'],
    ['an empty survey id', { ...plain, survey_id: '' }, '/survey_id'],
    ['a number for a participant', { ...plain, participant_id: 7 }, '/participant_id'],
    ['half of a surrogate pair', { ...plain, participant_id: '\ud800x' }, '/participant_id'],
    ['a dot for a survey', { ...plain, survey_id: '.' }, '/survey_id'],
    ['two dots for a participant', { ...plain, participant_id: '..' }, '/participant_id'],
    ['an id that is too long', { ...plain, participant_id: 'é'.repeat(ID_BYTES / 2 + 1) }, '/participant_id'],
    ['no questions', { ...plain, questions: null }, '/questions'],
    ['no question', { ...plain, questions: {}, responses: {} }, '/questions'],
    ['too many questions', { ...plain, questions: many, responses: {} }, '/questions'],
    ['questions that are a number', { ...plain, questions: 7 }, '/questions'],
    ['questions that are broken JSON', { ...plain, questions: '{"q1":' }, '/questions'],
    ['a question that is no text', { ...plain, questions: { q1: null }, responses: {} }, '/questions/q1'],
    ['no responses', { ...plain, responses: undefined }, '/responses'],
    ['a response without a question', { ...plain, responses: { 'a/b~': '' } }, '/responses/a~1b~0'],
    ['a response that is a number', { ...plain, responses: { q1: 1 } }, '/responses/q1'],
    ['a response that is a list', { ...plain, responses: { q1: ['x'] } }, '/responses/q1'],
    ['an answer that is too long', { ...plain, responses: { q2: 'x'.repeat(20_001) } }, '/responses/q2'],
    [
      'a question id that is too long',
      { ...plain, questions: { ['k'.repeat(257)]: '?' }, responses: {} },
      expect.any(String),
    ],
    ['a fingerprint that is no string', { ...plain, fingerprint_id: {} }, '/fingerprint_id'],
    ['a session that is no string', { ...plain, session_id: 7 }, '/session_id'],
  ])('rejects %s with a pointer', (_, body, pointer) => {
    expect(faultOf(() => readJson(body))).toMatchObject({ status: 400, pointer })
  })

  it.each([
    ['nothing', '', 'application/json', 400],
    ['broken JSON', '{"survey_id":', 'application/json', 400],
    ['a list', '[]', 'application/json', 400],
    ['null', 'null', 'application/json', 400],
    ['prose', 'hello there', 'text/plain', 400],
    ['an upload', '--x', 'multipart/form-data; boundary=x', 415],
    ['an unknown character set', '{}', 'application/json; charset=klingon', 415],
    ['bad percent escapes', 'survey_id=%ff', 'application/x-www-form-urlencoded', 400],
    ['a field sent twice', 'survey_id=a&survey_id=b', 'application/x-www-form-urlencoded', 400],
    [
      'a map sent whole and in parts',
      'questions={}&questions[a]=b',
      'application/x-www-form-urlencoded',
      400,
    ],
    ['deep nesting', `{"questions":${'['.repeat(100_000)}`, 'application/json', 400],
    ['deep nesting in a string', JSON.stringify({ questions: '['.repeat(100_000) }), 'application/json', 400],
    ['deep nesting in brackets', `questions${'[a]'.repeat(10_000)}=1`, 'text/plain', 400],
    ['nothing but punctuation', `{"x":[${'0,'.repeat(1_000_001)}0]}`, 'application/json', 413],
  ])('rejects %s', (_, body, contentType, status) => {
    expect(faultOf(() => read(body, contentType)).status).toBe(status)
  })

  it('rejects bytes that are not UTF-8 and honors the charset parameter', () => {
    const latin = Uint8Array.from([
      ...bytes('survey_id=s&participant_id=p&questions[q]=Caf'),
      0xe9,
      ...bytes('&responses[q]='),
    ])
    const type = 'application/x-www-form-urlencoded'
    expect(faultOf(() => parseRequest(latin, type, 'v021')).status).toBe(400)
    expect(parseRequest(latin, `${type}; charset=iso-8859-1`, 'v021').questions[0]?.text).toBe('Café')
  })

  it('returns a request or throws a fault for any input', () => {
    const json = fc.json({ maxDepth: 6 })
    const patch = fc.dictionary(fc.constantFrom(...Object.keys(plain), 'session_id'), fc.jsonValue(), {
      maxKeys: 3,
    })
    const body = fc.oneof(
      json,
      fc.string(),
      patch.map((fields) => JSON.stringify({ ...plain, ...fields })),
    )
    fc.assert(
      fc.property(body, fc.constantFrom('', 'application/json', 'text/plain'), (text, contentType) => {
        try {
          expect(read(text, contentType).questions.length).toBeGreaterThan(0)
        } catch (error) {
          expect(error).toBeInstanceOf(RequestFault)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
