/** Writes the types of the browser modules into dist/types. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compiled, withJsImports } from './build_packages.ts'
import { replaceFolder } from './staged_folder.ts'

/** The public types only: the entries and the types that they use. */
const TYPES = ['index', 'options', 'survey/change', 'step_up/step_up', 'step_up/texts']

export const buildTypes = (): Promise<void> =>
  replaceFolder('types', async (folder) =>
    compiled('tsconfig.browser.json', (result) => {
      for (const name of TYPES) {
        const file = join(folder, `${name}.d.ts`)
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, withJsImports(readFileSync(join(result, `dist/browser/${name}.d.ts`))))
      }
    }),
  )
