import { expect, it } from 'vitest'
import { FILTERED_FACTS, factOf } from './session_facts.ts'
import { PROPERTY_FILTERS, PROPERTY_NAMES } from './session_filters.ts'

it('a filter of a fact compares text', () => {
  expect(FILTERED_FACTS.map((name) => factOf(name).type)).toEqual(FILTERED_FACTS.map(() => 'text'))
})

it.each(PROPERTY_NAMES)('the example of %s is a value that the filter accepts', (name) => {
  const { example, options, pattern = '' } = PROPERTY_FILTERS[name]
  expect(options ?? [example]).toContain(example)
  expect(example).toMatch(new RegExp(pattern))
})
