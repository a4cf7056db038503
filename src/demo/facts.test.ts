import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { texts } from './texts.ts'

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')

it('the figures of the live demo are those of the README', () => {
  const [detected, flagged] = texts.facts
  expect(readme).toContain(`| automated runs detected | **${detected[0]}** |`)
  expect(readme).toContain(`| simulated people flagged | **${flagged[0]}** |`)
})
