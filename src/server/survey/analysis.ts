/** The one place that knows how the survey checks are called: canonical request in, findings per question out. */

import type { JudgedQuestion } from './judge.ts'
import type { CanonicalRequest } from './request/canonical.ts'

/** What one answer adds to what is learnt of its question. */
export interface Lesson {
  readonly questionId: string
  /** Of the participant's earlier answer, to be taken out again; null: there was none. */
  readonly forget: string | null
  /** Null: an empty answer teaches nothing. */
  readonly add: string | null
}

export interface CheckFailure {
  readonly check: string
  readonly error: { readonly name: string; readonly message: string; readonly stack: string }
}

export interface Analysis {
  readonly questions: readonly JudgedQuestion[]
  readonly lessons: readonly Lesson[]
  readonly failures: readonly CheckFailure[]
}

export function analyse(
  _request: CanonicalRequest,
  _learnt: readonly (string | null)[],
  _earlier: CanonicalRequest | null,
): Analysis {
  throw new Error('the survey checks are not in this build')
}
