import { describe, expect, it } from 'vitest'
import { answered } from '../../../test/samples/answered.ts'
import { isMinimal } from './minimal.ts'

const QUESTION = 'What are your reactions to the attack of the alleged perpetrator described in the article?'
const LONG = `${QUESTION} Please write at least 20 words about anything that comes to mind.`
const minimal = (answer: string, question = QUESTION) => isMinimal(answered(answer, { question }))

describe('isMinimal', () => {
  it.each([
    ['dots', '...'],
    ['one dot', '.'],
    ['digits', '12345'],
    ['good', 'good'],
    ['nice', 'Nice!'],
    ['yes', 'yes'],
    ['the question', QUESTION],
    ['a web address', 'https://www.example.org/page'],
    [
      'words of the question',
      'It is attack on the alleged perpetrator reactions enjoyed mind in the article',
    ],
  ])('is true for %s', (_, answer) => {
    expect(minimal(answer)).toBe(true)
  })

  it('is true for the question with the text around it, several times', () => {
    expect(minimal(`${LONG}\n2\n${LONG}\n2`, LONG)).toBe(true)
    expect(minimal(`mind. Your response must be at least 50 characters.\n\n${LONG}`, LONG)).toBe(true)
  })

  it('is true for much less than the question asks for', () => {
    expect(minimal('I was sad and angry about it', LONG)).toBe(true)
    expect(minimal('I was sad and angry about it')).toBe(false)
  })

  it.each([
    ['a short answer', 'Sadness and anger'],
    [
      'a sentence with words of the question',
      'The attack made me sad, because revenge helps nobody and courts exist.',
    ],
  ])('is false for %s', (_, answer) => {
    expect(minimal(answer)).toBe(false)
  })

  it.each([
    ['nothing', ''],
    ['no', 'No'],
    ['n/a', 'n/a'],
    ['nothing to say', "I don't know"],
  ])('does not count %s', (_, answer) => {
    expect(minimal(answer)).toBe(null)
  })

  it('does not count yes where the question asks for it', () => {
    expect(minimal('yes', 'Did you read the article?')).toBe(null)
    expect(minimal('...', 'Did you read the article?')).toBe(true)
  })
})
