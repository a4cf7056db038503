import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { FILTERED_FACTS, factOf } from './session_facts.ts'
import { PROPERTY_FILTERS, PROPERTY_NAMES } from './session_filters.ts'

const page = (name: string) =>
  readFileSync(new URL(`../../docs/reference/${name}.md`, import.meta.url), 'utf8')

it.each(PROPERTY_NAMES)('the reference names the filter %s of the API and of the command line', (name) => {
  expect(page('management')).toContain(`\`${name}\``)
  expect(page('cli')).toContain(`\`--${name}\``)
})

it('a filter of a fact compares text', () => {
  expect(FILTERED_FACTS.map((name) => factOf(name).type)).toEqual(FILTERED_FACTS.map(() => 'text'))
})

it.each(PROPERTY_NAMES)('the example of %s is a value that the filter accepts', (name) => {
  const { example, options, pattern = '' } = PROPERTY_FILTERS[name]
  expect(options ?? [example]).toContain(example)
  expect(example).toMatch(new RegExp(pattern))
})
