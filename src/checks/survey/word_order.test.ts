import { describe, expect, it } from 'vitest'
import { readAnswerText } from '../../features/text/answer_text.ts'
import { wordsOf } from '../../features/text/words.ts'
import { disorderIn, isDisordered, isProse } from './word_order.ts'

const isFound = (text: string) => isDisordered(disorderIn(text), wordsOf(text).length)

const SHUFFLED = 'park the never bakery on full corner the is and knows my name the'

describe('disorderIn', () => {
  it('is high for shuffled words and low for a sentence', () => {
    expect(disorderIn('The bakery on the corner knows my name and the park is never full')).toBeLessThan(0)
    expect(isFound(SHUFFLED)).toBe(true)
  })

  it('ignores the order of fragments', () => {
    expect(
      disorderIn('Honestly the pub. And the football club. Also the light in autumn.'),
    ).toBeLessThanOrEqual(0)
  })

  it('still finds a shuffled sentence among others', () => {
    expect(isFound(`${SHUFFLED}. ${SHUFFLED}.`)).toBe(true)
  })

  it.each([
    ['a note', 'improve performance on shared file systems'],
    ['a compound', 'Programming: On-the-job mostly, but also school. Biology: school'],
    ['a remark in parentheses', 'better error reporting (i.e. hints where the error originated)'],
    ['stops without capitals', 'package install errors. poor package help pages with too abstract examples.'],
    ['a short sentence without a subject', 'Scared of lorries since my friend was hit'],
    [
      'a short sentence with a pronoun before another',
      "I'd be worried it would bias them against hiring me.",
    ],
    ['a reply', 'Depends on how acute the issue was'],
    ['dictation', 'the the brown ones um the houses they they just look nice'],
    ['dictation of few words', 'um more um more buses i i guess'],
    ['an infinitive', 'To be upfront about any time off'],
  ])('finds no disorder in %s', (_, text) => {
    expect(isFound(text)).toBe(false)
  })

  it('is higher if sentences begin and end in wrong places', () => {
    expect(
      disorderIn('language, and Freeze performance. that releases surface on the have stability'),
    ).toBeGreaterThan(
      disorderIn('language, and freeze performance that releases surface on the have stability'),
    )
  })
})

describe('isDisordered', () => {
  it('needs more of shorter texts', () => {
    expect([6, 9, 10, 14, 15, 40].map((words) => isDisordered(4.5, words))).toEqual([
      false,
      false,
      true,
      true,
      true,
      true,
    ])
    expect([isDisordered(3, 14), isDisordered(3, 15), isDisordered(2.5, 15)]).toEqual([false, true, false])
  })
})

describe('isProse', () => {
  const isProseText = (text: string, type: 'open' | 'list' = 'open') =>
    isProse(readAnswerText(text, ''), type)

  it.each([
    ['words of another language', 'in May the bahut garmi hai yaar here in the city'],
    ['a list', 'parks, shops, the quiet, my neighbors'],
    ['names', 'Nike Adidas Puma and New Balance'],
    ['lines', 'the park is near\nthe shops too\nand the quiet'],
    ['few words', 'the shops are near here'],
  ])('is false for %s', (_, text) => {
    expect(isProseText(text)).toBe(false)
  })

  it('is true for a sentence, unless the question asks for a list', () => {
    const text = 'the bakery on the corner knows my name'
    expect([isProseText(text), isProseText(text, 'list')]).toEqual([true, false])
  })
})
