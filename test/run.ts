/** `npm test`: installs test requirements, checks types and style, builds what is stale, then runs the tests, up to the first failure. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** The Citus and deployment tests have their own commands, because their requirements are not always available. */
const PROJECTS = ['unit', 'service', 'browser', 'faults']

function run(script: string, ...words: string[]): void {
  const { status } = spawnSync(process.execPath, [join(ROOT, script), ...words], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  if (status === 0) return
  console.error(`\n${script} failed.`)
  process.exit(1)
}

run('test/setup/install.ts')
run('node_modules/typescript/bin/tsc', '--noEmit')
run('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.')
run('tools/build.ts', 'stale')
run(
  'node_modules/vitest/vitest.mjs',
  'run',
  ...PROJECTS.flatMap((name) => ['--project', name]),
  ...process.argv.slice(2),
)
