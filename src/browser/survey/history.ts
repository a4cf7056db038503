/**
 * The typing history of one question: every change as a splice, so that memory grows linearly with the typed text.
 * The full states, `[{s, t}]`, are computed on request.
 */
import { round } from '../natives.ts'
import type { Change } from './change.ts'
import { applySplice, type Splice } from './edit.ts'

export interface History {
  /** The text before the first remembered change. */
  firstText: string
  firstMs: number
  changes: [tMs: number, splice: Splice, mark: string | undefined][]
}

/** Changes kept of one question, about 100 bytes each. */
const MAX_CHANGES = 10_000

/** Characters of all states together, which must fit into a request of 16 MiB. */
const MAX_EXPANDED_CHARS = 8 * 1024 * 1024

/** Beyond the limit the oldest quarter is dropped; its resulting text becomes the initial text. */
export function addChange(
  history: History,
  tMs: number,
  splice: Splice,
  mark?: string,
  maxChanges = MAX_CHANGES,
): void {
  const { changes } = history
  changes.push([tMs, splice, mark])
  if (changes.length <= maxChanges) return
  for (const [goneMs, gone] of changes.splice(0, maxChanges >> 2)) {
    history.firstText = applySplice(history.firstText, gone)
    history.firstMs = goneMs
  }
}

/** Drops states evenly for very long answers, but never the last. */
export function expand({ firstText, firstMs, changes }: History, maxChars = MAX_EXPANDED_CHARS): Change[] {
  const states: Change[] = firstText ? [{ s: firstText, t: 0 }] : []
  const startMs = firstText ? firstMs : changes[0]?.[0]
  let s = firstText
  let chars = 0
  for (const [tMs, splice, o] of changes) {
    s = applySplice(s, splice)
    chars += s.length
    const t = round(tMs - (startMs as number))
    states.push(o ? { s, t, o } : { s, t })
  }
  const every = Math.ceil(chars / maxChars) || 1
  return states.filter((_, i) => (states.length - 1 - i) % every === 0)
}
