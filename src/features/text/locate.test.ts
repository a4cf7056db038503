import { describe, expect, it } from 'vitest'
import {
  countedParts,
  inCharacters,
  MOST_SPANS,
  selectedWords,
  spansInText,
  spansOfWords,
  wholeSpan,
  wordSpans,
} from './locate.ts'
import { plainText } from './normalize.ts'

type Spans = ReturnType<typeof wordSpans>
const parts = (text: string, spans: Spans) => spans.map(({ start, end }) => text.slice(start, end))

describe('wordSpans and wholeSpan', () => {
  it('leave out the spaces around words', () => {
    const text = '  one,\ttwo\n'
    expect(parts(text, wordSpans(text))).toEqual(['one,', 'two'])
    expect(parts(text, wholeSpan(text))).toEqual(['one,\ttwo'])
    expect(wholeSpan(' \n')).toEqual([])
  })
})

describe('selectedWords', () => {
  it('joins neighbors and keeps others apart', () => {
    const text = 'xx xy plain  xz'
    expect(
      parts(
        text,
        selectedWords(text, (word) => word.startsWith('x')),
      ),
    ).toEqual(['xx xy', 'xz'])
  })
})

describe('countedParts', () => {
  const COUNTED = /\bbad\b|\byou are a fool\b|\bs p e l t\b/g
  const found = (text: string) =>
    parts(
      text,
      countedParts(text, (part) => part.match(COUNTED)?.length ?? 0),
    )

  it('finds each word that counts', () => {
    expect(found('this is bad, and bad again')).toEqual(['bad,', 'bad'])
  })

  it('finds words that count only together', () => {
    expect(found('bad, you are a fool today')).toEqual(['bad,', 'you are a fool'])
    expect(found('oh s p e l t out')).toEqual(['s p e l t'])
  })

  it('finds nothing where nothing counts, and a limited number in any text', () => {
    expect(found('The park is nice.')).toEqual([])
    expect(found('bad '.repeat(500))).toHaveLength(MOST_SPANS)
  })
})

describe('spansOfWords', () => {
  it('finds words by their number', () => {
    const split = (word: string) => word.split('-')
    const text = 'a well-known old house stands here'
    expect(parts(text, spansOfWords(text, split, [1, 2, 4]))).toEqual(['well-known', 'house'])
    expect(spansOfWords(text, split, [9])).toEqual([])
  })
})

describe('spansInText', () => {
  it('undoes the changes of the plain text', () => {
    const text = '  \u201cWell\u2026\u201d\u00a0 \u200bAs an AI,\r\nI cannot say.'
    const plain = plainText(text)
    const start = plain.indexOf('As an AI')
    expect(parts(text, spansInText(text, [{ start, end: start + 8 }]))[0]).toMatch(/^\u200b?As an AI$/)
    expect(parts(text, spansInText(text, [{ start: 0, end: plain.length }]))).toEqual([text.trim()])
  })
})

describe('inCharacters', () => {
  it('counts an emoji as one character', () => {
    const text = '\u{1f600} no \u{1f600} shit'
    const start = text.indexOf('shit')
    expect(inCharacters(text, [{ start, end: start + 4 }])).toEqual([{ start: 7, end: 11 }])
  })
})
