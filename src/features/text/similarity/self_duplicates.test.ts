import { describe, expect, it } from 'vitest'
import { readAnswerText } from '../answer_text.ts'
import { selfDuplicatesAmong } from './self_duplicates.ts'

const among = (...answers: string[]) =>
  selfDuplicatesAmong(
    answers.map((answer, at) => ({ questionId: `q${at}`, text: readAnswerText(answer, '') })),
  )

const STREET = 'I like the quiet street because nobody honks and the children can play outside.'

describe('selfDuplicatesAmong', () => {
  it('finds a repeated answer from both sides', () => {
    const found = among(
      STREET,
      `${STREET.toUpperCase()}  `,
      'My work is close to the station and to the school.',
    )
    expect(found.map((each) => each.map(({ questionId }) => questionId))).toEqual([['q1'], ['q0'], []])
  })

  it('needs three copies of a short answer', () => {
    const short = 'I like the quiet street.'
    expect(among(short, short).flat()).toEqual([])
    expect(among(short, short, short).map((each) => each.length)).toEqual([2, 2, 2])
  })

  it('ignores empty answers, single words and answers that decline', () => {
    expect(among('', ' ', '\u200b').flat()).toEqual([])
    expect(among('Yes', 'yes!', 'YES').flat()).toEqual([])
    expect(among('Parks', 'parks', 'Parks').flat()).toEqual([])
    const declined = 'I have never felt this emotion'
    expect(among(declined, declined, declined).flat()).toEqual([])
  })
})
