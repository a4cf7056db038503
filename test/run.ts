/** `npm test`: installs test requirements, builds once, then runs type check and linter in parallel with the tests. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const bin = (path: string) => join(ROOT, 'node_modules', path)

/** Programs that run in parallel with the tests. Their output is shown only if they fail. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  'the type check': [bin('typescript/bin/tsc'), '--noEmit'],
  'the linter': [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'],
}

/** The Citus and deployment tests have their own commands, because their requirements are not always available. */
const PROJECTS = ['unit', 'service', 'browser', 'faults']

function runFirst(script: string, ...words: string[]): void {
  const { status } = spawnSync(process.execPath, [join(ROOT, script), ...words], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(1)
}

const hasPassed = async (child: ChildProcess) => (await once(child, 'exit'))[0] === 0

async function runBeside(name: string, words: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, words, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  child.stdout.on('data', (chunk) => output.push(chunk))
  child.stderr.on('data', (chunk) => output.push(chunk))
  const passed = await hasPassed(child)
  if (!passed) console.error(`\n${name} failed:\n${Buffer.concat(output)}`)
  return passed
}

runFirst('test/setup/install.ts')
runFirst('tools/build.ts', 'stale')
const projects = PROJECTS.flatMap((name) => ['--project', name])
const vitest = spawn(
  process.execPath,
  [bin('vitest/vitest.mjs'), 'run', ...projects, ...process.argv.slice(2)],
  {
    cwd: ROOT,
    stdio: 'inherit',
  },
)
const results = await Promise.all([
  hasPassed(vitest),
  ...Object.entries(BESIDE).map(([name, words]) => runBeside(name, words)),
])
process.exit(results.every(Boolean) ? 0 : 1)
