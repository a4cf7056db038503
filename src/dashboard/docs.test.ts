import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EXTENSIONS } from '../../extensions/dashboard.ts'
import { readTables } from '../../tools/tables.ts'
import { BIOMETRIC_CHECKS, DEVICE_CHECKS } from '../contract/checks.ts'
import { checkDocs, docsUrl } from './docs.ts'
import { texts } from './texts.ts'

const ROOT = join(import.meta.dirname, '../..')
const DOCS = join(ROOT, 'docs')
const exists = (path: string) => globSync(`{,extensions/*/}docs/${path}.md`, { cwd: ROOT }).length === 1

describe('links to the documentation', () => {
  const added = EXTENSIONS.flatMap(({ docs = [] }) => docs.map(({ path }) => path))

  it.each([...Object.keys(texts.docs.pages), ...added])('%s is a page', (path) =>
    expect(exists(path)).toBe(true),
  )

  it.each([...BIOMETRIC_CHECKS, ...DEVICE_CHECKS])('the check %s has a page', (check) =>
    expect(exists(checkDocs(check))).toBe(true),
  )

  it('have the path of the file', () => {
    expect(exists('how-to/nothing')).toBe(false)
    expect(docsUrl(checkDocs('bot'))).toBe('/docs/reference/checks/bot/')
  })
})

describe('the figures of reference answers', () => {
  const rows = ['references', 'references_of_families'].flatMap((name) =>
    readTables(join(DOCS, `benchmarks/tables/${name}.json`)).flatMap((table) => table.rows),
  )
  const said = texts.references.measured

  it.each([
    [['independent', 'default', 5, '0%'], '5 reference answers of the same chatbot found 32 of 32', [32, 32]],
    [['independent', 'default', 10, '0%'], 'style alone found 17 of 32', [17, 32]],
    [['independent', 'brief', 10, '0%'], '10 reference answers found 3 of 8', [3, 8]],
    [['essays, opinions', '8 of another family', '0%'], 'found in 173 of 200 cases', [173, 200]],
    [['essays, opinions', '8 of another family', '40%'], 'in 106 of 200 where two fifths', [106, 200]],
  ])('%j has "%s"', (start, claim, figure) => {
    const found = rows.filter((row) => start.every((cell, at) => row[at] === cell))
    expect(found).toHaveLength(1)
    expect(found[0]).toContainEqual(figure)
    expect(said).toContain(claim)
  })

  it('are all checked above', () => {
    expect(said.match(/\d+ of \d+/g)).toEqual(['32 of 32', '17 of 32', '3 of 8', '173 of 200', '106 of 200'])
  })
})
