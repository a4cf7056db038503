/** The version in package.json, at the same relative path from the source and from the bundle. */
import { readFileSync } from 'node:fs'

export const PROGRAM_VERSION = (
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    readonly version: string
  }
).version

/** The release date of this version: a correct clock is later. */
export const RELEASED_AT = Date.UTC(2026, 10, 15)
