import { describe, expect, it } from 'vitest'
import { answered } from '../../../test/samples/answered.ts'
import { type AnswerInput, featuresOfAnswers } from './answer.ts'

const input = (questionId: string, answer: string): AnswerInput => ({
  questionId,
  question: 'What do you like about where you live?',
  answer,
  history: null,
  inputMethods: null,
  stats: null,
})

const effort = (answer: string) => answered(answer).effort

describe('effort', () => {
  it('matches the fixed points', () => {
    expect(effort('Yes')).toBe(1)
    expect(effort('Orange')).toBe(3)
    expect(
      effort(
        'I like that the shampoo smells of lavender and leaves my hair soft without needing conditioner.',
      ),
    ).toBe(6)
  })

  it('rates a long itemized answer 10', () => {
    const items = [
      '1. The library opens on Sundays and lends tools, seeds and board games to everybody.',
      '2. Three bakeries within walking distance, each with a different sourdough recipe.',
      '3. My daughter cycles to school alone because cars may only drive 20 on our street.',
      '4. Neighbours repair bicycles together every first Thursday and grill afterwards.',
      '5. From the hill behind the station you see both rivers, the harbour and the mountains.',
    ]
    expect(effort(items.join('\n'))).toBe(10)
  })

  it('is not raised by repetition or padding', () => {
    const plain = effort('It is quiet here')
    expect(effort('It is quiet here. '.repeat(20))).toBeLessThanOrEqual(plain + 1)
    expect(
      effort('I think that basically in my opinion it is really very much just quiet here you know'),
    ).toBeLessThanOrEqual(plain + 2)
    expect(effort('asdf jkl qwer zxcv '.repeat(20))).toBe(1)
  })

  it('never falls when information is added', () => {
    const words = 'The park library bakery river hill market school garden station harbour'.split(' ')
    const ratings = words.map((_, at) => effort(words.slice(0, at + 1).join(' ')))
    expect(ratings).toEqual([...ratings].sort((a, b) => a - b))
  })
})

describe('a very long answer', () => {
  const CLAUSES = [
    'I moved here four years ago because the rent was lower than in the centre',
    'my daughter walks to school on her own and that is worth a lot to us',
    'there used to be a cinema but it closed and now there is a supermarket',
    'what I miss is a place to sit in the evening that is not a restaurant',
  ]
  const page = (chars: number) => {
    let text = ''
    for (let at = 0; text.length < chars; at++) text += `${CLAUSES[at % CLAUSES.length]} in year ${at}. `
    return text
  }
  /** Outside the excerpt. */
  const with5000 = (inserted: string) => `${page(5_000)}${inserted} ${page(14_000)}`

  it('is searched to its end', () => {
    expect(answered(with5000('You fucking cunt.')).profanity()).toEqual({ profane: 2, insults: 0 })
    expect(answered(with5000('As an AI language model, I cannot say.')).artifacts()).toHaveLength(1)
    expect(answered(with5000('')).profanity()).toEqual({ profane: 0, insults: 0 })
  })

  it('has the weight and sketch of the whole text', () => {
    const text = with5000('')
    expect(answered(text).text.weight).toBe(text.trim().length)
    const other = with5000('Nothing of this is true.').replaceAll('school', 'kindergarten')
    const [first] = featuresOfAnswers([input('q1', text), input('q2', other)], 0)
    expect(first?.selfDuplicates.map(({ questionId }) => questionId)).toEqual(['q2'])
  })

  it('has the content features of an excerpt', () => {
    const [long, short] = [answered(page(19_000)), answered(page(3_900))]
    expect([long.effort, long.mashing()?.mashedWords, long.text.language]).toEqual([
      short.effort,
      short.mashing()?.mashedWords,
      short.text.language,
    ])
    expect(answered('asdf jkl qwer zxcv dfgh '.repeat(800)).effort).toBe(1)
  })
})

describe('featuresOfAnswers', () => {
  it('finds similar answers of a participant', () => {
    const text = 'The bakery on the corner knows my name, and the park is never full.'
    const [first, second, third] = featuresOfAnswers(
      [input('q1', text), input('q2', text.toUpperCase()), input('q3', 'I work from home.')],
      0,
    )
    expect(first?.selfDuplicates.map(({ questionId }) => questionId)).toEqual(['q2'])
    expect(second?.selfDuplicates.map(({ questionId }) => questionId)).toEqual(['q1'])
    expect(third?.selfDuplicates).toEqual([])
  })

  it('combines the style of all answers except short ones', () => {
    const [first] = featuresOfAnswers(
      [
        input('q1', 'I like the park near the river.'),
        input('q2', 'Yes'),
        input('q3', 'My neighbours always say hello.'),
      ],
      0,
    )
    expect(first?.modelTraces()?.answers).toBe(1)
    expect(first?.participantTraces()).toMatchObject({ answers: 2, words: 12 })
  })

  it('returns the same result twice', () => {
    const read = () => featuresOfAnswers([input('q1', 'I like the park near the river.')], 0)[0]
    expect(read()?.participantTraces()).toEqual(read()?.participantTraces())
    expect(read()?.relevance()).toEqual(read()?.relevance())
  })

  it('has no content features for an empty answer', () => {
    const [empty] = featuresOfAnswers([input('q1', '\u200b ')], 0)
    expect(empty).toMatchObject({ effort: 1, entry: 'unseen' })
    expect(empty?.modelTraces()).toBeNull()
    expect(empty?.relevance()).toBeNull()
  })
})
