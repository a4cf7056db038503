/** `npm run typecheck` and `npm run lint`: TypeScript and Biome, after an installation of the packages that they read. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { installTestPackages } from './setup/npm_packages.ts'

const ROOT = join(import.meta.dirname, '..')

const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  types: ['node_modules/typescript/bin/tsc', '--noEmit', '--checkers', '1'],
  style: ['test/node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
}

const [, , what = '', ...words] = process.argv
installTestPackages()
const { status } = spawnSync(process.execPath, [...(PROGRAMS[what] ?? []), ...words], {
  cwd: ROOT,
  stdio: 'inherit',
})
process.exit(status ?? 1)
