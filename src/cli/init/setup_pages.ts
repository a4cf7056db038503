/** Reads the setup lines from the how-to pages, which are part of the package. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SetupStep, setupSteps } from '../../contract/setup_lines.ts'

const HOW_TO = join(import.meta.dirname, '../../../docs/how-to')

/** In the order of the list of pages. */
export function readSetupSteps(): Readonly<Record<string, readonly SetupStep[]>> {
  const read = (name: string) => readFileSync(join(HOW_TO, name), 'utf8')
  const names = [...read('index.md').matchAll(/\]\(([\w./-]+\.md)\)/g)].map((match) => match[1] as string)
  return setupSteps(names.map(read))
}
