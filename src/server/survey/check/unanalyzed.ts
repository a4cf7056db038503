import type { ParsedRequest } from '../request/parse.ts'
import type { Analysis } from './analysis.ts'

const FAILED = 'The checks could not run on these answers.'
const COLLECTED = 'Not analyzed yet: all rows of a file are read before the first one is analyzed.'

/** The analysis of a request whose analysis failed: an error with a warning, and which answers are empty. */
export function unanalyzed({ questionIds, sketches }: ParsedRequest, warning = FAILED): Analysis {
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
    warnings: [warning],
    isPending: false,
    complete: false,
    failures: [],
    updates: [],
  }
}

/** The analysis of a request that is only compared with others until it is analyzed. */
export const collected = (request: ParsedRequest, updates: Analysis['updates']): Analysis => ({
  ...unanalyzed(request, COLLECTED),
  isCollected: true,
  updates,
})
