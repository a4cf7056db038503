/**
 * `npm test`: installs test requirements, checks types and style, builds what is stale, then runs the tests that a change
 * needs, up to the first failure. `npm run test:all` runs the others: attacks, growth, faults, Firefox, input through the
 * operating system, platform pages, recordings of people, packing, and more cases of what `npm test` draws.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** The Citus, integration and deployment tests have their own commands, because their requirements are not always available. */
const PROJECTS = {
  change: ['unit', 'service'],
  rest: ['rare', 'people', 'drawn', 'faults'],
}

async function run(script: string, ...words: string[]): Promise<void> {
  const child = spawn(process.execPath, [join(ROOT, script), ...words], { cwd: ROOT, stdio: 'inherit' })
  const [status] = await once(child, 'exit')
  if (status === 0) return
  console.error(`\n${script} failed.`)
  process.exit(1)
}

const [, , first, ...others] = process.argv
const isRest = first === 'rest'
const words = isRest || first === undefined ? others : [first, ...others]
await run('test/setup/install.ts')
if (isRest) await run('test/setup/install_platforms.ts')
await Promise.all([
  run('tools/build.ts', 'stale'),
  ...(isRest ? [] : [run('test/check.ts', 'types'), run('test/check.ts', 'style')]),
])
await run(
  'node_modules/vitest/vitest.mjs',
  'run',
  ...PROJECTS[isRest ? 'rest' : 'change'].flatMap((name) => ['--project', name]),
  // Faults and input through the operating system have a time to be noticed in: they get a core each.
  ...(isRest ? [`--maxWorkers=${Math.max(2, availableParallelism())}`] : []),
  ...words,
)
