/** Loads the lab's unpacked extensions as a developer would. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { Scenario } from '../scenario.ts'

/** Flags that load a copy of `research/lab/extensions/<name>` from the run's folder. */
export function openExtension({ profile }: Pick<Scenario, 'profile'>, name: string): string[] {
  const folder = join(profile, `lab-extension-${name}`)
  cpSync(join(import.meta.dirname, '..', 'extensions', name), folder, { recursive: true })
  return loadExtension(folder)
}

/** Flags that load the extension in this folder. */
export const loadExtension = (folder: string): string[] => [
  `--load-extension=${folder}`,
  '--disable-features=DisableLoadExtensionCommandLineSwitch',
]
