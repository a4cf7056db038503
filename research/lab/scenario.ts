/** The task that every stack performs, and its inputs. */

import type { Random } from './drivers/random.ts'
import type { LayoutFeed } from './pages/layout.ts'
import type { PageName } from './pages/pages.ts'

export type Mode = 'headless' | 'headed'

/** Selectors of the page. Any page with two text fields, two choices and a button can be described. */
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
 * choose again, scroll, type about 45 characters into the second field, submit.
 */
export interface Scenario {
  readonly url: string
  /** The path of the URL, which distinguishes this page from the previous and next ones. */
  readonly path: string
  readonly targets: Targets
  /** The beginnings of the elements' accessible names, which agents use. */
  readonly names: Targets
  readonly answers: { readonly first: string; readonly second: string }
  /** Pixels between the choices. */
  readonly scrollPx: number
  readonly mode: Mode
  /** An empty folder for the browser's profile, removed after the run. */
  readonly profile: string
  /** Environment of the browser process: `DISPLAY`, `TZ`. */
  readonly env: Readonly<Record<string, string>>
  /** Flags for every Chromium. */
  readonly flags: readonly string[]
  readonly random: Random
  readonly layout: LayoutFeed
  /** Resolves when the form has been submitted, for stacks that do not submit it directly. */
  sent(): Promise<void>
  /**
   * Resolves when the session's last batch is stored and the other detectors have reported. Keep the browser open until
   * then.
   */
  finished(): Promise<void>
}

export interface Stack {
  /** Used in file names: lower-case letters and hyphens. */
  readonly name: string
  readonly family: string
  readonly modes: readonly Mode[]
  /** For stacks that support only one page. */
  readonly page?: PageName
  /** One line for the documentation. */
  readonly what: string
  /** Number of runs to store, if not the default. */
  readonly times?: number
  /** Milliseconds after which a run has failed, for stacks that take their time. */
  readonly timeoutMs?: number
  /** Files that the stack needs. If one is missing, the stack is skipped with a message. */
  readonly needs?: readonly string[]
  /** Names another requirement that is missing. The stack is then skipped with a message. */
  missing?(): string | undefined
  run(scenario: Scenario): Promise<void>
}

export const KINDS = ['bot', 'control'] as const
export type Kind = (typeof KINDS)[number]

/** A run that takes longer than this has failed. */
export const RUN_TIMEOUT_MS = 180_000

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
