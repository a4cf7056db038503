import { describe, expect, it } from 'vitest'
import { phrasesOf } from './phrases.ts'

const phrases = (text: string, question = '') => phrasesOf(text.split(' '), new Set(question.split(' ')))

describe('phrasesOf', () => {
  it('returns runs of four words that people rarely choose alike', () => {
    expect(phrases('a messy spreadsheet to a decent chart').map(({ at }) => at)).toEqual([0, 1, 2, 3])
  })

  it('ignores common phrases', () => {
    expect(phrases('of the and to the')).toEqual([])
  })

  it('gives words of the question no weight', () => {
    const asked = phrases('the messy spreadsheet to me', 'messy spreadsheet')
    expect(asked).toEqual([])
    expect(phrases('the messy spreadsheet to me')).not.toEqual([])
  })

  it('returns each phrase once and bounds a long answer', () => {
    expect(phrases('steep learning curve here steep learning curve here')).toHaveLength(4)
    expect(phrases(Array.from({ length: 500 }, (_, at) => `word${at}`).join(' '))).toHaveLength(120)
  })
})
