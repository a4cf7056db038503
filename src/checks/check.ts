/**
 * A check answers one question from features alone: no clock, no store, no network.
 * `Unknown` is an answer in its own right: too little was seen to say. It never means "fine".
 */
export interface Check<Features> {
  /** Exactly as on the wire, and (for sessions) the name of the file. */
  readonly name: string
  /** One sentence, in the specification's words. */
  readonly meaning: string
  run(features: Features): Outcome
}

/** A session check lays open the limits it judges by and what it held against them, so that it can be argued with. */
export interface SessionCheck<Features> extends Check<Features> {
  /** As on the wire; a measure of the same name is what the limit is compared with. */
  readonly thresholds: Readonly<Record<string, number>>
  /** Undefined or infinite: there was nothing to measure. */
  measure(features: Features): Readonly<Record<string, number | undefined>>
}

/**
 * `evidence` is one plain sentence a reviewer can read; it carries counts, never what was typed.
 * `strength` is 0..1; `proof` marks what only automation can leave (a driver's own mark, untrusted answers):
 * nothing else may reach the highest band alone.
 */
export type Outcome =
  | {
      readonly result: 'Detected'
      readonly strength: number
      readonly evidence: string
      readonly proof?: true
    }
  | { readonly result: 'Not detected'; readonly evidence: string }
  | { readonly result: 'Unknown'; readonly evidence: string }

export const detected = (strength: number, evidence: string): Outcome => ({
  result: 'Detected',
  strength,
  evidence,
})
export const proven = (evidence: string): Outcome => ({
  result: 'Detected',
  strength: 1,
  evidence,
  proof: true,
})
export const notDetected = (evidence: string): Outcome => ({ result: 'Not detected', evidence })
export const unknown = (evidence: string): Outcome => ({ result: 'Unknown', evidence })
