import { describe, expect, it } from 'vitest'
import { answered, typedBy } from '../../../test/samples/answered.ts'
import {
  byHand,
  byInputMethod,
  dictated,
  inPieces,
  swiped,
  TEXT,
  wordsOf,
} from '../../../test/samples/histories.ts'
import { textChunking } from './text_chunking.ts'

const result = (answer: ReturnType<typeof answered>) => textChunking.run(answer).result

describe('Text chunking', () => {
  it.each([
    ['a text in three chunks', inPieces([TEXT.slice(0, 50), TEXT.slice(50, 90), TEXT.slice(90)], () => 700)],
    ['a text in one', [{ s: TEXT, t: 0 }]],
    ['tokens as they are made', inPieces(wordsOf(TEXT), () => 40)],
  ])('detects %s', (_, history) => {
    expect(result(typedBy(history))).toBe('Detected')
  })

  it('detects a text that is not in the typing history', () => {
    expect(result(answered(TEXT, { history: [{ s: 'x', t: 0 }] }))).toBe('Detected')
  })

  it.each([
    ['keys', byHand(TEXT)],
    ['swiped words', swiped(TEXT)],
    ['spoken phrases', dictated(TEXT)],
    [
      'an input method',
      byInputMethod([
        ['jintian', '今天'],
        ['tianqi', '天气'],
        ['henhao', '很好'],
      ]),
    ],
  ])('does not detect %s', (_, history) => {
    expect(result(typedBy(history))).toBe('Not detected')
  })

  it('does not detect a paste that is less than half of the answer', () => {
    const part = TEXT.slice(0, 60)
    const rest = byHand(TEXT.slice(60), 3).map(({ s, t }) => ({ s: part + s, t: t + 4_000 }))
    expect(result(typedBy([{ s: part, t: 0 }, ...rest]))).toBe('Not detected')
  })

  it('is unknown without a typing history', () => {
    expect(result(answered(TEXT))).toBe('Unknown')
  })
})
