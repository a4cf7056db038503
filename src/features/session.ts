/** What the checks look at: one session, folded from its batches. */
import type { RecordedSession } from '../contract/recording.ts'

export interface SessionFeatures {
  readonly coverage: Coverage
}

/** How much was seen, and whether anything is missing. A gap never yields Auto-accept. */
export interface Coverage {
  readonly events: number
  readonly gaps: number
  readonly tampered: number
}

export function foldSession(session: RecordedSession): SessionFeatures {
  const tabs = new Map<string, number[]>()
  let events = 0
  for (const { batch } of session.batches) {
    events += batch.rows.length
    const seqs = tabs.get(batch.tab) ?? []
    seqs.push(batch.seq)
    tabs.set(batch.tab, seqs)
  }
  let gaps = session.overflow
  for (const seqs of tabs.values()) gaps += Math.max(...seqs) + 1 - new Set(seqs).size
  return { coverage: { events, gaps, tampered: session.tampered } }
}
