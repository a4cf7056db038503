import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRequest } from './canonical.ts'
import { digestOf, readStoredRequest, writeStoredRequest } from './stored_request.ts'

const parse = (body: unknown) => parseRequest(new TextEncoder().encode(JSON.stringify(body)), '', 'v021')

const entry = fc.oneof(
  fc.record({ s: fc.string({ unit: 'binary' }), t: fc.integer() }),
  fc.record({ o: fc.constant('c'), ct: fc.string(), t: fc.double({ noNaN: true, noDefaultInfinity: true }) }),
)
// These two cannot stand in a path.
const id = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text !== '.' && text !== '..')
const body = fc.record({
  survey_id: id,
  participant_id: id,
  questions: fc.constant({ q: 'Why?', w: 'How?' }),
  responses: fc.record({ q: fc.string({ unit: 'binary' }) }),
  question_histories: fc.record({ q: fc.array(entry) }),
  low_effort_threshold: fc.integer({ min: 0, max: 10 }),
  question_types: fc.record({ w: fc.constantFrom('open', 'name', 'brand', 'number', 'list') }),
  disabled_checks: fc.subarray(['Low-effort', 'Automated test: Junk', 'Unnatural typing']),
})

describe('a stored request', () => {
  it('is read back unchanged', () => {
    fc.assert(
      fc.property(body, (fields) => {
        const request = parse(fields)
        expect(readStoredRequest(writeStoredRequest(request))).toEqual(request)
      }),
    )
  })

  it('grows linearly with the typing', () => {
    const size = (characters: number) =>
      writeStoredRequest(
        parse({
          survey_id: 's',
          participant_id: 'p',
          questions: { q: 'Why?' },
          responses: { q: 'x'.repeat(characters) },
          question_histories: {
            q: Array.from({ length: characters }, (_, at) => ({ s: 'x'.repeat(at + 1), t: at * 100 })),
          },
        }),
      ).length
    expect(size(2_000) / size(1_000)).toBeLessThan(2.2)
  })

  it('has the same digest for every shape of a request', () => {
    const fields = { survey_id: 's', participant_id: 'p', questions: { q: 'Why?' }, responses: { q: 'So.' } }
    const shapes = [
      fields,
      { ...fields, questions: '{"q":"Why?"}', question_histories: [] },
      { ...fields, unknown: 1, low_effort_threshold: 0, question_histories: null },
    ]
    expect(new Set(shapes.map((shape) => digestOf(writeStoredRequest(parse(shape))))).size).toBe(1)
    expect(digestOf(writeStoredRequest(parse({ ...fields, low_effort_threshold: 1 })))).not.toBe(
      digestOf(writeStoredRequest(parse(fields))),
    )
  })
})
