import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sentencesOf, wordsOf } from './words.ts'

describe('wordsOf', () => {
  it('keeps apostrophes inside words and splits at other punctuation', () => {
    expect(wordsOf("don't stop-here, e.g. 42nd_x")).toEqual(["don't", 'stop', 'here', 'e', 'g', '42nd_x'])
  })

  it('splits ASCII beside another letter as it does alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        expect(wordsOf(`${text} é`)).toEqual([...wordsOf(text), 'é'])
      }),
    )
  })

  it('treats each character of unspaced scripts as a word', () => {
    expect(wordsOf('東京が好き')).toHaveLength(5)
  })

  it('returns none for an empty text', () => {
    expect(wordsOf(' ?! ')).toEqual([])
  })
})

describe('sentencesOf', () => {
  it('does not end a sentence inside an abbreviation or a number', () => {
    expect(sentencesOf('I paid 3.5, e.g. yesterday. It was fine!\nReally')).toHaveLength(3)
  })
})
