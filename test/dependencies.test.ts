/** Each direct dependency has a reason in the documentation. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const TABLE = 'docs/explanation/decisions/0014-one-table-of-dependencies.md'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

it('has a reason for each dependency, and for no other package', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json'))
  const direct = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
  const rows = read(TABLE).match(/^\| `.+?` \|/gm) ?? []
  const named = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, name]) => name))
  expect(named.toSorted()).toEqual(direct.toSorted())
})
