/** The class of browsers to which a client claims to belong, by its user agent. */
import { systemName } from '../../../features/session/browser_name.ts'
import { canExist, type EngineName } from './released_versions.ts'

export interface ClaimedClass {
  readonly engine: EngineName
  /** Engine, major version and operating system. */
  readonly name: string
  readonly system: string
}

/** Browsers that name the engine of another one come first. Every browser on iOS uses WebKit. */
const ENGINES: readonly (readonly [EngineName, RegExp])[] = [
  ['webkit', /\b(?:iPhone|iPad|iPod)\b[^)]{0,60}\bOS (\d{1,3})_/],
  ['gecko', /\bGecko\/[\d.]{1,12} Firefox\/(\d{1,4})/],
  ['chromium', /\b(?:Headless)?Chrome\/(\d{1,4})/],
  ['webkit', /\bVersion\/(\d{1,3})(?:\.[\d.]*)? (?:Mobile\/\S+ )?Safari\//],
]

/** Undefined: the user agent names no known engine, or a version that cannot exist. */
export function claimedClass(userAgent: string | undefined, now: number): ClaimedClass | undefined {
  for (const [engine, pattern] of ENGINES) {
    const major = pattern.exec(userAgent ?? '')?.[1]
    if (major === undefined) continue
    if (!canExist(engine, Number(major), now)) return undefined
    const system = systemName(userAgent ?? '') ?? 'other'
    return { engine, name: `${engine} ${major} ${system}`, system }
  }
  return undefined
}
