import { describe, expect, it } from 'vitest'
import { answered, typedBy } from '../../../test/samples/answered.ts'
import {
  byHand,
  dictated,
  inPieces,
  keyed,
  numbers,
  swiped,
  TEXT,
  wordsOf,
} from '../../../test/samples/histories.ts'
import { programmaticEntry } from './programmatic_entry.ts'
import { unnaturalTyping } from './unnatural_typing.ts'

const result = (answer: ReturnType<typeof answered>) => programmaticEntry.run(answer).result

describe('Programmatic entry', () => {
  it.each([
    ['keys released together', keyed(TEXT, () => 1)],
    ['keys on a beat', keyed(TEXT, () => 100)],
    ['words in quick succession', inPieces(wordsOf(TEXT), () => 50)],
    ['pieces in quick succession', inPieces(TEXT.match(/.{1,25}/g) ?? [], () => 300)],
  ])('detects %s', (_, history) => {
    expect(result(typedBy(history))).toBe('Detected')
  })

  it('detects a response that is not in the typing history', () => {
    expect(result(answered(TEXT, { history: [{ s: 'x', t: 0 }] }))).toBe('Detected')
  })

  it('ignores a tracker that stopped early', () => {
    const long = `${TEXT} ${TEXT.replaceAll('market', 'harbour')} ${TEXT.replaceAll('rains', 'snows')}`
    const cut = byHand(long).slice(0, 90)
    expect(result(answered(long, { history: cut }))).toBe('Not detected')
  })

  it.each([
    ['a hand', byHand(TEXT)],
    ['a very fast hand', byHand(TEXT, 2, 75)],
    ['a thumb that swipes', swiped(TEXT)],
    ['a voice', dictated(TEXT)],
  ])('does not detect %s', (_, history) => {
    expect(result(typedBy(history))).toBe('Not detected')
  })

  it('is unknown without a typing history', () => {
    expect(result(answered(TEXT))).toBe('Unknown')
  })
})

describe('words at once, at the pace of a swipe', () => {
  const SEEN = { touch: false, composition: false, autofill: false }
  const next = numbers(3)
  const words = inPieces(wordsOf(TEXT), () => 300 + 400 * next())

  it('are detected where a session shows no aid', () => {
    for (const check of [programmaticEntry, unnaturalTyping]) {
      expect(check.run(typedBy(words, SEEN)).result).toBe('Detected')
    }
    expect(programmaticEntry.run(typedBy(swiped(TEXT), SEEN)).result).toBe('Detected')
  })

  it.each([
    ['no session', null],
    ['a touch keyboard', { ...SEEN, touch: true }],
    ['an input method', { ...SEEN, composition: true }],
    ['autofill', { ...SEEN, autofill: true }],
    ['dictation', { ...SEEN, replaced: true }],
    ['a paste', { ...SEEN, pasted: true }],
  ])('are not detected with %s', (_, seen) => {
    expect(programmaticEntry.run(typedBy(words, seen)).result).toBe('Not detected')
  })

  it('are detected with compounds, not with phrases', () => {
    const text = TEXT.replace('market', 'open-air-market')
    expect(text).not.toBe(TEXT)
    const compounds = inPieces(wordsOf(text), () => 300 + 400 * next())
    expect(programmaticEntry.run(typedBy(compounds, SEEN)).result).toBe('Detected')
    const [phrase, rest] = [wordsOf(TEXT).slice(0, 6).join(''), wordsOf(TEXT).slice(6)]
    const phrases = inPieces([phrase, ...rest], () => 300 + 400 * next())
    expect(programmaticEntry.run(typedBy(phrases, SEEN)).result).toBe('Not detected')
  })

  it('are not detected if they are slower, few, or completed while typing', () => {
    for (const history of [
      inPieces(wordsOf(TEXT), () => 1_100 + 800 * next()),
      inPieces(wordsOf('We like the market and the old bakery'), () => 300 + 400 * next()),
      inPieces(
        wordsOf(TEXT).flatMap((word, at) => (at % 3 === 0 ? [...word] : [word])),
        () => 150 + 400 * next(),
      ),
    ]) {
      expect(programmaticEntry.run(typedBy(history, SEEN)).result).not.toBe('Detected')
    }
  })

  it('are not detected in a script without spaces', () => {
    const phrases = inPieces(
      [
        '我喜欢',
        '这个',
        '市场',
        '因为',
        '面包',
        '很好',
        '孩子',
        '们',
        '都',
        '认识',
        '我们',
        '星期六',
        '早上',
        '人多',
      ],
      () => 300 + 400 * next(),
    )
    expect(programmaticEntry.run(typedBy(phrases, SEEN)).result).not.toBe('Detected')
  })
})
