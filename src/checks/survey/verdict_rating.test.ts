import { describe, expect, it } from 'vitest'
import { answered } from '../../../test/samples/answered.ts'
import { verdictRating } from './verdict_rating.ts'

const QUESTION = 'What are your reactions to the attack of the alleged perpetrator described in the article?'
const LONG = `${QUESTION} Please write at least 20 words about anything that comes to mind.`
const rating = (answer: string, question = QUESTION) => verdictRating(answered(answer, { question }))

describe('verdictRating', () => {
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
  ])('is 1 for %s', (_, answer) => {
    expect(rating(answer)).toBe(1)
  })

  it('is 1 for the question with the text around it, several times', () => {
    expect(rating(`${LONG}\n2\n${LONG}\n2`, LONG)).toBe(1)
    expect(rating(`mind. Your response must be at least 50 characters.\n\n${LONG}`, LONG)).toBe(1)
  })

  it('is 1 for a list of words where the question asks for a text', () => {
    const list =
      'sad, unhappy, sorrowful, shock, grief, prayer, support, mourning, funeral, tragedy, misfortune, trial, upset, agony, torment, anger, rage, fear'
    expect(rating(list, LONG)).toBe(1)
    expect(rating(list)).toBeGreaterThan(1)
    expect(rating(list.replace('trial', 'and the trial'), LONG)).toBeGreaterThan(1)
  })

  it('does not count a list where the question asks for one, or a full sentence that repeats the question', () => {
    const words = 'warm kind busy funny patient strong tired loving clever strict gentle brave'
    expect(rating(words, 'List at least ten words for your mother.')).toBeGreaterThan(1)
    const asked = 'Do you feel that men and women are treated equally in your company?'
    expect(rating('Yes, in my company women and men are treated equally.', asked)).toBeGreaterThan(1)
  })

  it('is 1 for much less than the question asks for', () => {
    expect(rating('I was sad and angry about it', LONG)).toBe(1)
    expect(rating('I was sad and angry about it')).toBeGreaterThan(1)
  })

  it.each([
    ['a short answer', 'Sadness and anger'],
    [
      'a sentence with words of the question',
      'The attack made me sad, because revenge helps nobody and courts exist.',
    ],
  ])('is more for %s', (_, answer) => {
    expect(rating(answer)).toBeGreaterThan(1)
  })

  it.each([
    ['nothing', ''],
    ['no', 'No'],
    ['n/a', 'n/a'],
    ['nothing to say', "I don't know"],
  ])('does not count %s', (_, answer) => {
    expect(rating(answer)).toBe(null)
  })

  it('does not count yes where the question asks for it', () => {
    expect(rating('yes', 'Did you read the article?')).toBe(null)
    expect(rating('...', 'Did you read the article?')).toBe(1)
  })
})
