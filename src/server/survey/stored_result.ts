/** A result as stored, with the data that repeated requests, replacements and the typing page need. */

const FORMAT = 1

export interface StoredResult {
  /** Digest of the canonical request. */
  readonly digest: string
  /** `ANALYSIS_VERSION` of the checks and models. */
  readonly analysis: string
  /** All checks ran on all data: the same request gets this result again. */
  readonly complete: boolean
  /** The response body, byte for byte. */
  readonly body: string
  readonly answers: readonly StoredAnswer[]
}

export interface StoredAnswer {
  readonly id: string
  /** 0: empty. */
  readonly group: number
  readonly later: boolean
  /** Absent in results of earlier versions. */
  readonly similarity?: number
  /** Empty for an empty answer. */
  readonly sketchDigest: string
  /** Sentences that explain each failed check. */
  readonly evidence: readonly string[]
}

export function writeStoredResult(result: StoredResult): string {
  return JSON.stringify({ format: FORMAT, ...result })
}

export function readStoredResult(text: string): StoredResult {
  const { format, ...result } = JSON.parse(text) as StoredResult & { format: number }
  if (format !== FORMAT) throw new Error(`survey result format ${format} is not known`)
  return result
}
