import { describe, expect, it } from 'vitest'
import type { Entry } from '../../features/typing_history/entry.ts'
import { featuresOfAnswers } from './answer.ts'
import { answered } from './answered.suite.ts'
import { gpt } from './gpt.ts'
import type { AnswerFeatures, Style } from './survey_check.ts'

/** Typical answers of a language model. */
const MODEL = [
  [
    'What do you like about where you live?',
    'What I like most about where I live is the strong sense of community. Neighbors look out for one another, local businesses are welcoming, and there is always something happening nearby. It strikes a nice balance between convenience and calm.',
  ],
  [
    'What would you change about your town?',
    'If I could change one thing, it would be public transportation. More frequent and reliable buses would make it easier for people to get around without a car, reduce traffic, and help the environment at the same time.',
  ],
  [
    'How do you spend your weekends?',
    'My weekends usually involve a mix of relaxation and activity. I enjoy catching up with friends, exploring local cafes, and spending time outdoors whenever the weather allows it. It helps me recharge for the week ahead.',
  ],
] as const

const PERSON = [
  [
    'What do you like about where you live?',
    'Lived here 30 yrs. Close to my work & the kids school, that is about it',
  ],
  ['What would you change about your town?', 'Parking. Council has been promising a new lot since 2009'],
  ['How do you spend your weekends?', 'Mostly work, sometimes football with the guys from my old job'],
] as const

const read = (answers: readonly (readonly [string, string])[]) =>
  featuresOfAnswers(
    answers.map(([question, answer], at) => ({
      questionId: `q${at}`,
      question,
      answer,
      history: null,
      inputMethods: null,
      stats: null,
    })),
    0,
  )

/** An answer with a given style, to test the limits. */
const styled = (own: Partial<Style>, all: Partial<Style> = own, more: Partial<AnswerFeatures> = {}) => {
  const base = { answering: 0, writing: 0, answers: 1, words: 30 }
  return gpt.run({
    ...answered('I like that it is quiet and that the shops are close to my house.'),
    style: () => ({ ...base, ...own }),
    participantStyle: () => ({ ...base, ...all }),
    ...more,
  }).result
}

describe('Automated test: GPT', () => {
  it("detects a model's three answers together", () => {
    expect(read(MODEL).map((answer) => gpt.run(answer).result)).toEqual(['Detected', 'Detected', 'Detected'])
  })

  it("does not detect three answers that look like a person's", () => {
    const results = read(PERSON).map((answer) => gpt.run(answer).result)
    expect(results).toEqual(['Not detected', 'Not detected', 'Not detected'])
  })

  it('detects traces of a chat window in any language', () => {
    expect(gpt.run(answered('**Ruhe**: sehr viel.\n**Parks**: genug.')).result).toBe('Detected')
    expect(gpt.run(answered('As an AI, I do not live anywhere.')).result).toBe('Detected')
  })

  it('has a lower limit for more answers', () => {
    const all = { answering: 2.5, words: 90 }
    expect(styled({ answering: 2.5 }, { ...all, answers: 1 })).toBe('Not detected')
    expect(styled({ answering: 2.5 }, { ...all, answers: 2 })).toBe('Not detected')
    expect(styled({ answering: 2.5 }, { ...all, answers: 3 })).toBe('Detected')
  })

  it('applies the limit for one answer exactly', () => {
    expect(styled({ answering: 4.59 })).toBe('Not detected')
    expect(styled({ answering: 4.61 })).toBe('Detected')
  })

  it('needs more evidence for one answer among several', () => {
    expect(styled({ answering: 4.9 }, { answering: 0.5, answers: 5, words: 150 })).toBe('Not detected')
    expect(styled({ answering: 5.1 }, { answering: 0.5, answers: 5, words: 150 })).toBe('Detected')
  })

  it("does not flag a personal answer beside a model's", () => {
    expect(styled({ answering: -1 }, { answering: 3, answers: 3, words: 90 })).toBe('Not detected')
  })

  it('has a lower limit for answers that were not typed or share phrases', () => {
    const pasted: Entry = 'pasted'
    expect(styled({ answering: 4 })).toBe('Not detected')
    expect(styled({ answering: 4 }, undefined, { entry: pasted })).toBe('Detected')
    expect(styled({ answering: 4 }, undefined, { sharedPhrases: () => 0.25 })).toBe('Detected')
  })

  it('detects other kinds of text better with more sentences', () => {
    expect(styled({ writing: 2.35, words: 30 })).toBe('Not detected')
    expect(styled({ writing: 2.35, words: 60 })).toBe('Detected')
  })

  it.each([
    ['nothing', ''],
    ['a few words', 'Quiet and close to work'],
    [
      'another language',
      'Me gusta mucho el barrio porque la gente es amable y hay muchos parques cerca de casa.',
    ],
  ])('is unknown for %s', (_, answer) => {
    expect(gpt.run(answered(answer)).result).toBe('Unknown')
  })
})
