/** A result as it rests in the store, with what a repetition, a replacement and the typing page need to know. */

const FORMAT = 1

export interface StoredResult {
  /** Of the canonical request. */
  readonly digest: string
  /** Version of the checks and models that gave it. */
  readonly analysis: string
  /** Everything was there to judge by: the same request would be told the same again. */
  readonly complete: boolean
  /** The answer, byte for byte. */
  readonly body: string
  readonly answers: readonly StoredAnswer[]
}

export interface StoredAnswer {
  readonly id: string
  /** 0: empty. */
  readonly group: number
  readonly later: boolean
  /** Empty when the answer is. */
  readonly sketchDigest: string
  /** Sentences of counts that say why a check fired. */
  readonly evidence: readonly string[]
}

export function writeResult(result: StoredResult): string {
  return JSON.stringify({ format: FORMAT, ...result })
}

export function readStoredResult(text: string): StoredResult {
  const { format, ...result } = JSON.parse(text) as StoredResult & { format: number }
  if (format !== FORMAT) throw new Error(`survey result format ${format} is not known`)
  return result
}
