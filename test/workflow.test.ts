/** The CI workflow runs on the platforms that the README promises. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')

const WORKFLOW = read('.github/workflows/ci.yml')

const listed = (name: string): string[] =>
  (new RegExp(`^ +${name}: \\[(.*)\\]$`, 'm').exec(WORKFLOW)?.[1] ?? '')
    .split(', ')
    .map((value) => value.replaceAll("'", ''))

it('has both architectures, the oldest Node of package.json, a newer and an older one', () => {
  expect(listed('runner')).toEqual(['ubuntu-24.04', 'ubuntu-24.04-arm'])
  const oldest = JSON.parse(read('package.json')).engines.node.replace('>=', '')
  expect(listed('node')).toEqual(['24', `${oldest}.0`, '20'])
  expect(read('README.md')).toContain(`Node ${oldest} or later`)
})

it('runs what the repository says that CI runs', () => {
  expect(WORKFLOW).toContain('- run: .ci/run\n')
  expect(read('.ci/run')).toMatch(/^npm ci\nnpm test\nnpm run test:all$/m)
})
