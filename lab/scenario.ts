/** What every stack is asked to do, and what it is given to do it with. */

import type { Chance } from './drivers/chance.ts'
import type { Eyes } from './pages/eyes.ts'
import type { PageName } from './pages/pages.ts'

export type Mode = 'headless' | 'headed'

/** The page to answer, as selectors: any page with two text fields, two choices and a button can be described. */
export interface Targets {
  readonly first: string
  readonly choice: string
  readonly otherChoice: string
  readonly second: string
  readonly submit: string
}

export type Target = keyof Targets

/**
 * Click the first field and type about 120 characters with capitals and punctuation, choose, scroll about 1,500 px,
 * choose again, scroll, type about 45 characters into the second field, send.
 */
export interface Scenario {
  readonly url: string
  /** Of the address: tells this page from those before and after it. */
  readonly path: string
  readonly targets: Targets
  /** How the same elements begin to be named to assistive technology, which is what agents go by. */
  readonly names: Targets
  readonly answers: { readonly first: string; readonly second: string }
  /** Pixels between the choices. */
  readonly scrollPx: number
  readonly mode: Mode
  /** An empty folder for the browser's profile, removed afterwards. */
  readonly profile: string
  /** What the browser's process is given: `DISPLAY`, `TZ`. */
  readonly env: Readonly<Record<string, string>>
  /** Flags every Chromium gets. */
  readonly flags: readonly string[]
  readonly chance: Chance
  readonly eyes: Eyes
  /** Resolves once the form has been sent: for whoever does not send it by hand. */
  sent(): Promise<void>
  /** Resolves once the session's last batch is stored and the other detectors have spoken. Keep the browser open until then. */
  finished(): Promise<void>
}

export interface Stack {
  /** In file names: small letters and hyphens. */
  readonly name: string
  readonly family: string
  readonly modes: readonly Mode[]
  /** Where it only knows its way on one page. */
  readonly page?: PageName
  /** One line for the documentation. */
  readonly what: string
  /** Runs to keep, where it is not the usual number. */
  readonly times?: number
  /** Files without which it cannot run here; then it is left out, and that is said. */
  readonly needs?: readonly string[]
  run(scenario: Scenario): Promise<void>
}

export const KINDS = ['bot', 'control'] as const
export type Kind = (typeof KINDS)[number]

/** Whoever does not come to an end in this time never will. */
export const RUN_TIMEOUT_MS = 180_000

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
