import { describe, expect, it } from 'vitest'
import { styleWords } from './style/style_words.ts'
import { hashesIn, wordHash, wordingOf } from './wording.ts'

const wording = (text: string) => wordingOf(styleWords(text), 'Why do you live here?')

describe('wordingOf', () => {
  it('contains each word once, without those of the question, whatever the spelling', () => {
    const hashes = [...hashesIn(wording('The lake, the LAKE and my sister live here'))]
    expect(hashes.toSorted()).toEqual(['the', 'lake', 'and', 'my', 'sister'].map(wordHash).toSorted())
    expect(wording('the lake and my sister!')).toBe(wording('my sister and the Lake'))
  })

  it('is empty for fewer than four words', () => {
    expect(wording('the lake only')).toBe('')
    expect(hashesIn('')).toHaveLength(0)
  })

  it('holds no readable word', () => {
    expect(Buffer.from(wording('my secret is the lake'), 'base64').toString('latin1')).not.toContain('secret')
  })

  it('takes the words of a long text from its beginning, middle and end', () => {
    const long = (part: string, at: number) =>
      Array.from({ length: 500 }, (_, index) => (index === at ? part : 'word')).join(' ')
    for (const [at, isCompared] of [
      [50, true],
      [150, false],
      [250, true],
      [350, false],
      [480, true],
    ] as const) {
      expect(wording(long('harbor', at)) !== wording(long('word', at))).toBe(isCompared)
    }
  })
})
