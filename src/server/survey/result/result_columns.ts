/**
 * The names of the columns that hold results, on every surface: files that were analyzed, and exports of a survey. They
 * are valid variable names in R, SPSS and Stata: letters, digits and underscores, at most 32 characters. The codebook
 * says which question is q1.
 */
import { writeGuardedRecord } from '../../files/csv.ts'

/** A question that has columns of its own. The first one is q1. */
export interface ResultQuestion {
  readonly id: string
  readonly text: string
}

export const RESULT_PREFIX = 'byhand_'

const CONTENT = {
  flagged: 'Whether at least one check failed',
  num_checks_failed: 'Number of failed checks over all questions',
  checks: 'Names of the failed checks',
  error: 'Whether the analysis is incomplete',
  warning: 'What could not be analyzed',
  typing_url: 'Page that shows how the answers were typed',
  verdict: 'Computed verdict: keep, review or remove',
  severity: 'Severity from 0 to 1',
  reasons: 'Reasons for the verdict, the strongest first',
  analyzed_at: 'Time of the analysis',
  version: 'Version of the analysis',
  effective_verdict: 'Verdict of the reviewer if there is one, otherwise the computed verdict',
  overridden_by: 'Name of the reviewer',
  overridden_at: 'Time of the verdict of the reviewer',
  note: 'Note of the reviewer',
} as const

const QUESTION_CONTENT = {
  answer: 'Answer',
  checks: 'Names of the failed checks',
  effort: 'Effort rating from 1 to 10',
  group: 'Group of similar answers; 0: none',
} as const

export type ResultField = keyof typeof CONTENT
export type QuestionField = keyof typeof QUESTION_CONTENT

export const resultColumn = (field: ResultField): string => `${RESULT_PREFIX}${field}`

export const questionColumns = (questions: readonly unknown[], fields: readonly QuestionField[]): string[] =>
  questions.flatMap((_, at) => fields.map((field) => `${RESULT_PREFIX}q${at + 1}_${field}`))

const OF_QUESTION = /^byhand_q(\d+)_(\w+)$/

/** The field of a question that a column holds. */
export const questionFieldOf = (column: string): string | undefined => OF_QUESTION.exec(column)?.[2]

/** As CSV: what each column with results holds. `columns`: all of the file. */
export function* codebook(
  columns: readonly string[],
  questions: readonly ResultQuestion[],
): Generator<string> {
  yield writeGuardedRecord(['column', 'question_id', 'question', 'content'], ',')
  for (const column of columns) {
    if (!column.startsWith(RESULT_PREFIX)) continue
    const [, number, field] = OF_QUESTION.exec(column) ?? []
    const question = questions[Number(number) - 1]
    const content =
      field === undefined
        ? CONTENT[column.slice(RESULT_PREFIX.length) as ResultField]
        : QUESTION_CONTENT[field as QuestionField]
    yield writeGuardedRecord([column, question?.id ?? '', question?.text ?? '', content ?? ''], ',')
  }
}
