/** A recording of which it is known who made it. */
import type { RecordedSession } from '../../src/contract/recording.ts'

export interface Labelled {
  /** `person`; `automation`; or `control`: made by automation to look like somebody who is often wronged. */
  readonly kind: 'person' | 'automation' | 'control'
  /** The set or folder it comes from. */
  readonly source: string
  /** Automation stack, or for people the set again. */
  readonly family: string
  /** Whoever it was, as far as the source tells: a person's number, a stack's name. What splits are made by. */
  readonly who: string
  readonly name: string
  readonly input: 'mouse' | 'touch' | 'keyboard' | 'mixed' | 'scroll' | 'none'
  readonly device: 'desktop' | 'phone' | 'remote' | 'unknown'
  readonly session: RecordedSession
}

/** Recordings set aside for judging, chosen by who made them and by nothing else. */
export function isHeldOut({ source, who }: Pick<Labelled, 'source' | 'who'>): boolean {
  return hashOf(`${source} ${who}`) % 10 < 4
}

/** FNV-1a, finished with a shuffle so that low digits depend on every character. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  hash ^= hash >>> 12
  return hash >>> 0
}
