/** Traces of `bot` in what the browser is: a headless browser lacks things together, a posing desktop has too much. */
import type { Lack, PhoneContradiction } from '../../features/session/device.ts'

/** Innocent causes of several traces: what one of them explains counts up to its limit, below a review. */
export const MAX_BY_CAUSE = {
  /** Developer tools attach a debugger and emulate phones and windows. */
  tools: 1.2,
  /** Extensions that protect privacy replace functions and change claims. */
  privacy: 1.2,
} as const

export interface Trace {
  readonly weight: number
  readonly cause?: keyof typeof MAX_BY_CAUSE
  readonly evidence: string
}

const LACK_WEIGHT: Readonly<Record<Lack, number>> = {
  pointer: 0.4,
  screen: 0.4,
  scrollbars: 0.2,
  graphics: 0.15,
  taskbar: 0.1,
  focus: 0.1,
}
const LACK_WORDS: Readonly<Record<Lack, string>> = {
  pointer: 'mouse presses without a pointing device',
  screen: 'a screen of 800 by 600 pixels',
  scrollbars: 'no scroll bars',
  graphics: 'no graphics hardware',
  taskbar: 'no task bar',
  focus: 'a page without focus at load',
}
/** Old office machines and kiosks lack the rest; without one of these it is no evidence. */
const TELLING_LACKS: readonly Lack[] = ['pointer', 'screen', 'scrollbars']
/** A minimal desktop lacks all of it: one cause. */
const MAX_LACKS = 1.05

const PHONE_WEIGHT: Readonly<Record<PhoneContradiction, number>> = {
  platform: 0.3,
  engine: 0.3,
  plugins: 0.3,
  graphics: 0.5,
  memory: 0.4,
}
const PHONE_WORDS: Readonly<Record<PhoneContradiction, string>> = {
  platform: 'a phone user agent on a desktop platform',
  engine: 'an iPhone with the engine of another browser',
  plugins: "a phone with a desktop's plugins",
  graphics: 'a phone without graphics hardware',
  memory: "a phone with a desktop's memory",
}
/** Device emulation of the developer tools causes all of them. */
const MAX_PHONE = 1.2

/** What a headless browser lacks. A missing pointer counts only if the mouse was pressed. */
export function findLackTrace(all: readonly Lack[], presses: number): Trace | undefined {
  const lacks = all.filter((lack) => lack !== 'pointer' || presses > 0)
  if (!lacks.some((lack) => TELLING_LACKS.includes(lack))) return undefined
  return together(lacks, LACK_WEIGHT, LACK_WORDS, MAX_LACKS)
}

/** What a desktop has that a phone has not. */
export function findPhoneTrace(found: readonly PhoneContradiction[]): Trace | undefined {
  if (found.length === 0) return undefined
  return { ...together(found, PHONE_WEIGHT, PHONE_WORDS, MAX_PHONE), cause: 'tools' }
}

/** One trace of everything with one innocent cause. */
function together<Name extends string>(
  found: readonly Name[],
  weights: Readonly<Record<Name, number>>,
  words: Readonly<Record<Name, string>>,
  cap: number,
): Trace {
  const ordered = [...found].sort((a, b) => weights[b] - weights[a])
  const weight = ordered.reduce((sum, name) => sum + weights[name], 0)
  return { weight: Math.min(cap, weight), evidence: ordered.map((name) => words[name]).join(' and ') }
}
