/** Each direct dependency has a reason in the documentation. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readTables } from '../tools/tables.ts'

const ROOT = join(import.meta.dirname, '..')
const TABLES = 'docs/explanation/decisions/dependencies.json'

/** Each has a package.json. The lab and the examples explain theirs. */
const FOLDERS = [
  '.',
  'tools/node',
  'tools',
  'research',
  'research/network',
  'test',
  'test/openapi_tools',
  'test/platforms',
]

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

it('has a reason for each dependency, and for no other package', () => {
  const direct = FOLDERS.flatMap((folder) => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(`${folder}/package.json`))
    return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
  })
  const named = readTables(join(ROOT, TABLES)).flatMap(({ rows }) =>
    rows.flatMap(([packages]) => [...String(packages).matchAll(/`([^`]+)`/g)].map(([, name]) => name)),
  )
  expect(named.toSorted()).toEqual([...new Set(direct)].toSorted())
})
