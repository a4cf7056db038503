/** Packages that are too large for the lab's own: they are installed beside them, without being saved. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const packagePath = (name: string): string => join(import.meta.dirname, '..', 'node_modules', name)

/** What to install, or undefined if the package is there. */
export const missingPackage = (name: string, version: string): string | undefined =>
  existsSync(packagePath(name))
    ? undefined
    : `${name} (npm install --no-save --prefix research/lab ${name}@${version})`
