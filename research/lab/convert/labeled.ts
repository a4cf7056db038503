/** A recording with a known origin. */
import type { RecordedSession } from '../../../src/contract/batch/recording.ts'

export interface Labeled {
  /** `person`, `automation`, or `control`: automation that imitates people whom detectors often flag by mistake. */
  readonly kind: 'person' | 'automation' | 'control'
  /** The data set or folder. */
  readonly source: string
  /** The automation stack; for people, the data set. */
  readonly family: string
  /** The person or stack that made the recording, as far as known. Training and test sets are split by it. */
  readonly who: string
  readonly name: string
  readonly input: 'mouse' | 'touch' | 'keyboard' | 'mixed' | 'scroll' | 'none'
  readonly device: 'desktop' | 'phone' | 'remote' | 'unknown'
  readonly session: RecordedSession
}

/** True for the recordings of the test set, chosen by author only. */
export function isHeldOut({ source, who }: Pick<Labeled, 'source' | 'who'>): boolean {
  return hashOf(`${source} ${who}`) % 10 < 4
}

/** FNV-1a with a final mix, so that the low digits depend on every character. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  hash ^= hash >>> 12
  return hash >>> 0
}
