import { expect, it } from 'vitest'
import { askedWords } from './asked_length.ts'

it.each([
  ['Please write at least 20 words about anything that comes to mind.', 20],
  ['Describe your day (minimum of two sentences).', 10],
  ['Tell us more, 120 characters or more.', 20],
  ['Please write more than 50 words.', 50],
  ['In no more than 50 words, what do you like about your job?', null],
  ['Do not write more than 50 words.', null],
  ['What did you do for at least 20 minutes?', null],
  ['What are the three words you like most?', null],
])('reads %j', (question, words) => {
  expect(askedWords(question)).toBe(words)
})
