import { describe, expect, it } from 'vitest'
import { foldText } from './normalize.ts'
import { isCopiedQuestion, isPadded } from './padding.ts'

const QUESTION = 'What do you like best about the town where you live?'

describe('isCopiedQuestion', () => {
  it.each([QUESTION, 'what do you like best about the town where you live', `${QUESTION} ${QUESTION}`])(
    'is true for %j',
    (answer) => {
      expect(isCopiedQuestion(foldText(answer), QUESTION)).toBe(true)
    },
  )

  it.each([
    'What I like best about the town where I live is the park',
    'the town',
    'You live where you like best',
  ])('is false for %j', (answer) => {
    expect(isCopiedQuestion(foldText(answer), QUESTION)).toBe(false)
  })

  it('is false for a label, which may be a good answer', () => {
    expect(isCopiedQuestion('favourite town', 'Favourite town')).toBe(false)
  })
})

describe('isPadded', () => {
  it.each([
    'very very very very very good',
    'I like the park. I like the park. I like the park. I like the park.',
    'blah blah blah blah blah blah',
    'I think that it is good because it is good and in my opinion it is a good thing that is good to have',
  ])('is true for %j', (answer) => {
    expect(isPadded(foldText(answer))).toBe(true)
  })

  it.each([
    'The bakery on the corner knows my name, and the park is never full.',
    'I really really like it',
    'No no no',
    'There is a lot to do for children here, and it is not far from the sea.',
  ])('is false for %j', (answer) => {
    expect(isPadded(foldText(answer))).toBe(false)
  })
})
