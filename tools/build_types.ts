/** Writes the types of the browser modules into dist/types. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { withJsImports } from './build_packages.ts'
import { replaceFolder } from './staged_folder.ts'

const ROOT = join(import.meta.dirname, '..')

/** The public types only: the entries and the types that they use. */
const TYPES = ['index', 'options', 'survey/change', 'step_up/step_up', 'step_up/texts']

export async function buildTypes(): Promise<void> {
  const compiled = mkdtempSync(join(tmpdir(), 'byhand-types-'))
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.browser.json', '--outDir', compiled], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('writing the types failed')
  await replaceFolder('types', async (folder) => {
    for (const name of TYPES) {
      const file = join(folder, `${name}.d.ts`)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, withJsImports(readFileSync(join(compiled, `browser/${name}.d.ts`))))
    }
  })
  rmSync(compiled, { recursive: true })
}
