import { describe, expect, it } from 'vitest'
import { foldText } from './normalize.ts'
import { isMadeOfQuestion, isSalad } from './salad.ts'
import { wordsOf } from './words.ts'

const QUESTION =
  'What did you like or dislike about the new museum building, and what should the city change?'
const salad = (text: string) => isSalad(wordsOf(foldText(text)), QUESTION)

describe('isSalad', () => {
  it.each([
    ['words of the question', 'The building of the city is about museum like change dislike new building'],
    [
      'words of the question again and again',
      'The museum of the very change in the over building of the very natural of city of the something in the very like',
    ],
  ])('finds %s', (_, text) => {
    expect(salad(text)).toBe(true)
  })

  it.each([
    [
      'the question as a sentence',
      'I like the new museum building and the city should change nothing about it',
    ],
    [
      'an answer with words of the question',
      'The city should open the museum later, the building is too dark inside',
    ],
    ['a few words', 'The museum, the building, the city'],
  ])('does not find %s', (_, text) => {
    expect(salad(text)).toBe(false)
  })
})

it('tells an answer of the words of the question in any order', () => {
  const madeOf = (text: string) => isMadeOfQuestion(wordsOf(foldText(text)), QUESTION)
  expect(madeOf('I like the new museum building and the city should change nothing')).toBe(true)
  expect(madeOf('I like the stairs, the light and the view over the museum garden')).toBe(false)
})
