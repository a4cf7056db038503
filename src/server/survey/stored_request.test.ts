import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRequest } from './request/canonical.ts'
import { digestOf, readStoredRequest, writeRequest } from './stored_request.ts'

const read = (body: unknown) => readRequest(new TextEncoder().encode(JSON.stringify(body)), '', 'v021')

const entry = fc.oneof(
  fc.record({ s: fc.string({ unit: 'binary' }), t: fc.integer() }),
  fc.record({ o: fc.constant('c'), ct: fc.string(), t: fc.double({ noNaN: true, noDefaultInfinity: true }) }),
)
const body = fc.record({
  survey_id: fc.string({ minLength: 1, maxLength: 20 }),
  participant_id: fc.string({ minLength: 1, maxLength: 20 }),
  questions: fc.constant({ q: 'Why?', w: 'How?' }),
  responses: fc.record({ q: fc.string({ unit: 'binary' }) }),
  question_histories: fc.record({ q: fc.array(entry) }),
  low_effort_threshold: fc.integer({ min: 0, max: 10 }),
})

describe('a stored request', () => {
  it('comes back as it was', () => {
    fc.assert(
      fc.property(body, (fields) => {
        const request = read(fields)
        expect(readStoredRequest(writeRequest(request))).toEqual(request)
      }),
    )
  })

  it('grows with the typing, not with its square', () => {
    const size = (characters: number) =>
      writeRequest(
        read({
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

  it('has one digest for every shape of the same request', () => {
    const fields = { survey_id: 's', participant_id: 'p', questions: { q: 'Why?' }, responses: { q: 'So.' } }
    const shapes = [
      fields,
      { ...fields, questions: '{"q":"Why?"}', question_histories: [] },
      { ...fields, unknown: 1, low_effort_threshold: 0, question_histories: null },
    ]
    expect(new Set(shapes.map((shape) => digestOf(writeRequest(read(shape))))).size).toBe(1)
    expect(digestOf(writeRequest(read({ ...fields, low_effort_threshold: 1 })))).not.toBe(
      digestOf(writeRequest(read(fields))),
    )
  })
})
