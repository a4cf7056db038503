import type { Analysis } from './analysis.ts'
import type { ParsedRequest } from './parse.ts'

/** The analysis of a request whose analysis failed: an error with a warning, and which answers are empty. */
export function unanalyzed({ questionIds, sketches }: ParsedRequest): Analysis {
  const answered = new Set(sketches.map(({ questionId }) => questionId))
  return {
    questions: questionIds.map((id) => ({
      id,
      empty: !answered.has(id),
      effort: answered.has(id) ? null : 1,
      weight: 0,
      simple: false,
      rating: null,
      surprise: null,
      span: null,
      results: [],
    })),
    error: true,
    warnings: ['The checks could not run on these answers.'],
    isPending: false,
    complete: false,
    failures: [],
    updates: [],
  }
}
