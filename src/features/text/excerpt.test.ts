import { describe, expect, it } from 'vitest'
import { excerptOf, WHOLE_CHARS } from './excerpt.ts'

const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ')

describe('excerptOf', () => {
  it('returns texts of ordinary length unchanged', () => {
    const text = words(2_000).slice(0, WHOLE_CHARS)
    expect(excerptOf(text)).toBe(text)
    expect(excerptOf('')).toBe('')
  })

  it('keeps the beginning, middle and end of a longer text, in whole words', () => {
    const text = words(3_000)
    const all = new Set(text.split(' '))
    const kept = excerptOf(text).split(/\s+/)
    expect(kept.filter((word) => !all.has(word))).toEqual([])
    for (const word of ['word0', 'word200', 'word1540', 'word2999']) expect(kept).toContain(word)
    for (const word of ['word900', 'word2300']) expect(kept).not.toContain(word)
    expect(excerptOf(text).length).toBeLessThanOrEqual(WHOLE_CHARS + 400)
  })

  it('has a limited length for any text', () => {
    expect(excerptOf('a b '.repeat(5_000)).length).toBeLessThanOrEqual(WHOLE_CHARS + 400)
    expect(excerptOf('a'.repeat(20_000)).length).toBeLessThanOrEqual(WHOLE_CHARS + 400)
  })

  it('ignores padding with spaces and invisible characters', () => {
    const hidden = 'In the middle of nothing.'
    for (const padding of [' '.repeat(9_000), '\u200b'.repeat(9_000), '\n \t'.repeat(3_000)]) {
      expect(excerptOf(`a ${padding}${hidden}${padding}`)).toContain(hidden)
    }
  })

  it('cuts no surrogate pair in a text without spaces', () => {
    for (const text of [`${'🌳'.repeat(10_000)}`, `x${'🌳'.repeat(9_000)}`]) {
      expect(excerptOf(text).isWellFormed()).toBe(true)
    }
  })
})
