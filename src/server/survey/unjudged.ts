import type { Judged } from './judge.ts'
import type { ReadRequest } from './read.ts'

/** When judging itself failed: nothing is known but which answers are empty, and that is said. */
export function unjudged({ questionIds, sketches }: ReadRequest): Judged {
  const answered = new Set(sketches.map(({ questionId }) => questionId))
  return {
    questions: questionIds.map((id) => ({
      id,
      empty: !answered.has(id),
      effort: answered.has(id) ? null : 1,
      weight: 0,
      simple: false,
      failed: [],
      evidence: [],
    })),
    error: true,
    warnings: ['The checks could not run on these answers.'],
    complete: false,
    failures: [],
    samples: [],
  }
}
