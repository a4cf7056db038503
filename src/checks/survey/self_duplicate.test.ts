import { describe, expect, it } from 'vitest'
import { TEXT } from '../../features/typing_history/histories.suite.ts'
import { featuresOfAnswers } from './answer.ts'
import { selfDuplicate } from './self_duplicate.ts'

const results = (...answers: string[]) =>
  featuresOfAnswers(
    answers.map((answer, at) => ({
      questionId: `q${at}`,
      question: `Question ${at}?`,
      answer,
      history: null,
      inputMethods: null,
      stats: null,
    })),
    0,
  ).map((answer) => selfDuplicate.run(answer).result)

describe('Self-duplicate response', () => {
  it.each([
    ['the same', TEXT],
    ['other case, punctuation and spacing', TEXT.toUpperCase().replaceAll(',', ' ;').replaceAll(' ', '  ')],
    ['invisible characters', TEXT.replaceAll(' ', '\u200b \u2060')],
    ['small edits', TEXT.replace('market', 'markets').replace('children', 'kids').replace('old ', '')],
    ['words in another order', TEXT.split(', ').reverse().join(', ')],
    ['letters that only look the same', TEXT.replaceAll('a', '\u0430').replaceAll('o', '\u043e')],
  ])('detects %s in both answers', (_, other) => {
    expect(results(TEXT, other)).toEqual(['Detected', 'Detected'])
  })

  it('has no minimum length, but short answers must be equal', () => {
    expect(results('nice trees', 'Nice  trees.')).toEqual(['Detected', 'Detected'])
    expect(results('nice trees', 'nice train')).toEqual(['Not detected', 'Not detected'])
  })

  it('does not detect different answers that share words', () => {
    expect(
      results(TEXT, 'What I like least is the market hall at noon: it is loud and the children cannot run.'),
    ).toEqual(['Not detected', 'Not detected'])
  })

  it('does not detect a short answer that is part of a long one', () => {
    expect(results(TEXT, 'the baker knows my children')).toEqual(['Not detected', 'Not detected'])
  })

  it('is unknown for empty answers', () => {
    expect(results('', ' ')).toEqual(['Unknown', 'Unknown'])
  })
})
