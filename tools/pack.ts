/**
 * Packs every package into clients/packages: `byhand`, which must be built, and the clients and integrations, which are compiled
 * here.
 * `npm run pack:all` builds and packs; `node tools/pack.ts clients` packs all but `byhand`.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const TARGET = join(ROOT, 'clients/packages')
const CLIENTS = [
  'clients/node',
  'clients/react',
  'clients/vue',
  'integrations/jspsych',
  'integrations/surveyjs',
]
const PYTHON = join(ROOT, 'clients/python')

function run(folder: string, command: string, ...words: string[]): void {
  const { status } = spawnSync(command, words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) {
    console.error(`Packing failed in ${folder}: ${command} ${words.join(' ')}`)
    process.exit(1)
  }
}

function pack(folder: string): void {
  run(folder, 'npm', 'pack', '--silent', '--pack-destination', TARGET)
}

/** The compiler leaves the extensions of imports in declarations as they are. */
function fixDeclarations(folder: string): void {
  for (const name of globSync('dist/**/*.d.ts', { cwd: folder })) {
    const file = join(folder, name)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from '\.[^']+)\.ts'/g, "$1.js'"))
  }
}

mkdirSync(TARGET, { recursive: true })
for (const name of CLIENTS) {
  const folder = join(ROOT, name)
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  run(folder, process.execPath, join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.')
  fixDeclarations(folder)
  pack(folder)
}
run(PYTHON, 'python3', 'packaging/wheel_backend.py', TARGET)
if (existsSync('/usr/bin/R')) run(TARGET, 'R', 'CMD', 'build', join(ROOT, 'clients/r'))
else console.error('R is not installed, so the R package was not built.')
if (process.argv[2] !== 'clients') {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  copyFileSync(
    join(ROOT, 'dist/integrations/limesurvey.zip'),
    join(TARGET, `byhand-limesurvey-${version}.zip`),
  )
  pack(ROOT)
}
