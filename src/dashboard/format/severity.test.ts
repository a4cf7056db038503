import { expect, it } from 'vitest'
import { severityWord } from './severity.ts'

it.each([
  [0.01, 'weak'],
  [0.49, 'weak'],
  [0.5, 'medium'],
  [0.79, 'medium'],
  [0.8, 'strong'],
  [1, 'strong'],
])('the severity %f is %s', (severity, word) => {
  expect(severityWord(severity)).toBe(word)
})
