import { describe, expect, it } from 'vitest'
import { readAnswerText } from './answer_text.ts'
import { selfDuplicatesAmong } from './self_duplicates.ts'

const among = (...answers: string[]) =>
  selfDuplicatesAmong(
    answers.map((answer, at) => ({ questionId: `q${at}`, text: readAnswerText(answer, '') })),
  )

describe('selfDuplicatesAmong', () => {
  it('finds a repeated answer from both sides', () => {
    const found = among('I like the quiet street.', 'I LIKE the quiet  street', 'My work is close.')
    expect(found.map((each) => each.map(({ questionId }) => questionId))).toEqual([['q1'], ['q0'], []])
  })

  it('requires equality for short answers', () => {
    expect(among('Yes', 'yes!')[0]).toHaveLength(1)
    expect(among('Yes', 'No')[0]).toHaveLength(0)
  })

  it('ignores empty answers', () => {
    expect(among('', ' ', '\u200b').flat()).toEqual([])
  })
})
