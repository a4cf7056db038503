/**
 * `npm test`: installs test requirements, checks types and style, builds what is stale, then runs the tests that a change
 * needs, up to the first failure. `npm run test:all` runs the others: attacks, growth, faults, Firefox, input through the
 * operating system, platform pages, recordings of people, packing, and more cases of what `npm test` draws.
 */
import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** The Citus, integration and deployment tests have their own commands, because their requirements are not always available. */
const PROJECTS = {
  change: ['unit', 'service'],
  rest: ['attacks', 'engines', 'platforms', 'people', 'drawn', 'faults'],
}

function run(script: string, ...words: string[]): void {
  const { status } = spawnSync(process.execPath, [join(ROOT, script), ...words], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  if (status === 0) return
  console.error(`\n${script} failed.`)
  process.exit(1)
}

const [, , first, ...others] = process.argv
const isRest = first === 'rest'
const words = isRest || first === undefined ? others : [first, ...others]
run('test/setup/install.ts')
if (isRest) run('test/setup/install_platforms.ts')
else {
  run('node_modules/typescript/bin/tsc', '--noEmit')
  run('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.')
}
run('tools/build.ts', 'stale')
run(
  'node_modules/vitest/vitest.mjs',
  'run',
  ...PROJECTS[isRest ? 'rest' : 'change'].flatMap((name) => ['--project', name]),
  // Faults and input through the operating system have a time to be noticed in: they get a core each.
  ...(isRest ? [`--maxWorkers=${Math.max(2, availableParallelism())}`] : []),
  ...words,
)
