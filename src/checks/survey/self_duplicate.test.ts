import { describe, expect, it } from 'vitest'
import { TEXT } from '../../../test/samples/histories.ts'
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

  it.each([
    ['the same word', 'Records', 'Records', 'records'],
    ['no', 'No', 'no.', 'No', 'NO'],
    ['not applicable', 'N/A', 'n/a', 'N/A', 'n/a'],
    [
      'the same wish twice',
      'Better interaction with Python packages',
      'better interaction with Python packages',
    ],
    ['nothing to say', "I can't think of anything", "I can't think of anything", "I can't think of anything"],
    [
      'one opinion on two related questions',
      'It was a tragedy, and I completely understand the reaction of the people who beat him. It is wrong, but I would have done the same in their place.',
      'As I wrote before, it is wrong to get even. But I completely understand the feelings of those people, and I would have done the same.',
    ],
  ])('does not detect %s', (_, ...answers) => {
    expect(new Set(results(...answers))).toEqual(new Set(['Not detected']))
  })

  it('detects a short answer to three questions, and a long one to two', () => {
    const short = 'Better interaction with Python packages'
    expect(results(short, short, short)).toEqual(['Detected', 'Detected', 'Detected'])
    const long = `${short} would help me most, because I build all of them by hand today`
    expect(results(long, long)).toEqual(['Detected', 'Detected'])
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
