import { expect, it } from 'vitest'
import { matches } from './matches.ts'

it.each([
  ['Risk settings', 'set', true],
  ['Risk settings', 'set ri', true],
  ['Risk settings', 'ettings', false],
  ['Analyze a survey file', 'file', true],
  ['Anything', ' ', true],
])('%s by "%s": %s', (text, query, found) => {
  expect(matches(text, query)).toBe(found)
})
