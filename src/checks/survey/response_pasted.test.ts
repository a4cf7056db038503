import { describe, expect, it } from 'vitest'
import { answered, typedBy } from '../../../test/samples/answered.ts'
import { byHand, dictated, swiped, TEXT } from '../../../test/samples/histories.ts'
import { responsePasted } from './response_pasted.ts'

const NO_MARKS = { touch: false, composition: false, autofill: false }
const result = (answer: ReturnType<typeof answered>) => responsePasted.run(answer).result

describe('Response pasted', () => {
  it('detects a text that appeared at once', () => {
    expect(result(typedBy([{ s: TEXT, t: 0 }]))).toBe('Detected')
  })

  it('detects a paste whose last word was corrected', () => {
    const end = byHand('week!', 2).map(({ s, t }) => ({ s: TEXT.slice(0, -5) + s, t: t + 6_000 }))
    expect(result(typedBy([{ s: TEXT, t: 0 }, { s: TEXT.slice(0, -5), t: 5_000 }, ...end]))).toBe('Detected')
  })

  it('does not detect typing, swiping and dictation', () => {
    expect(result(typedBy(byHand(TEXT)))).toBe('Not detected')
    expect(result(typedBy(swiped(TEXT)))).toBe('Not detected')
    expect(result(typedBy(dictated(TEXT)))).toBe('Not detected')
  })

  it('does not detect autofill', () => {
    const marks = { touch: false, composition: false, autofill: true }
    expect(result(typedBy([{ s: '12 Long Street, Littleton', t: 0 }], marks))).toBe('Not detected')
  })

  it('is unknown for one short phrase whose origin was not observed', () => {
    const phrase = [{ s: 'The bakery on the corner and a park', t: 0 }]
    expect(result(typedBy(phrase))).toBe('Unknown')
    expect(result(typedBy(phrase, NO_MARKS))).toBe('Detected')
    expect(result(typedBy(phrase, { ...NO_MARKS, pasted: true }))).toBe('Detected')
    expect(result(typedBy([{ s: 'The bakery and park', t: 0 }], NO_MARKS))).toBe('Unknown')
  })

  it.each([
    ['dictation committed at once', { replaced: true }],
    ['dictation on a phone', { touch: true }],
    ['an input method', { composition: true }],
  ])('does not detect %s that the session shows', (_, marks) => {
    expect(result(typedBy([{ s: TEXT, t: 0 }], { ...NO_MARKS, ...marks }))).toBe('Not detected')
    expect(result(typedBy([{ s: TEXT, t: 0 }], { ...NO_MARKS, ...marks, pasted: true }))).toBe('Detected')
  })

  it('reads the marks of a history', () => {
    expect(result(typedBy([{ s: TEXT, t: 0, o: 'a' }]))).toBe('Not detected')
    expect(result(typedBy([{ s: TEXT, t: 0, o: 'p' }]))).toBe('Detected')
    expect(responsePasted.run(typedBy([{ s: TEXT, t: 0, o: 'p' }]))).toMatchObject({ strength: 1 })
  })

  it('does not detect a translation that the browser marks, in place of typed text', () => {
    const typed = byHand('Me gusta el mercado de los sábados porque el panadero conoce a mis hijos')
    const end = (typed.at(-1)?.t ?? 0) + 3_000
    expect(result(typedBy([...typed, { s: TEXT, t: end, o: 'a' }]))).toBe('Not detected')
    expect(result(typedBy([...typed, { s: TEXT, t: end }]))).toBe('Detected')
  })

  it('leaves a paste between typing to another check', () => {
    const half = TEXT.slice(0, 72)
    const rest = byHand(TEXT.slice(72), 3).map(({ s, t }) => ({ s: half + s, t: t + 4_000 }))
    expect(result(typedBy([{ s: half, t: 0 }, ...rest]))).toBe('Not detected')
  })

  it('is unknown without a typing history or an answer', () => {
    expect(result(answered(TEXT))).toBe('Unknown')
    expect(result(answered(' ', { history: [{ s: ' ', t: 0 }] }))).toBe('Unknown')
  })

  it('gives counts as evidence, not the typed text', () => {
    expect(responsePasted.run(typedBy([{ s: TEXT, t: 0 }]))).toEqual({
      result: 'Detected',
      strength: 0.5,
      evidence: `${TEXT.length} characters came in 1 bulk insertion; 0 characters were typed. The history does not show how; dictating or translating the whole text at once looks the same.`,
    })
  })
})
