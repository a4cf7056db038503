/** Options of the analysis that apply to all rows of a file: types of questions, and checks that do not run. */
import { QUESTION_TYPES, type QuestionType } from '../../../contract/survey.ts'
import { SURVEY_CHECKS, type SurveyCheckName } from '../../../contract/survey_checks.ts'
import { BulkFault } from '../../files/bulk_fault.ts'

export interface TypedColumn {
  readonly column: string
  readonly type: QuestionType
}

/** `column=type`. The name of a column may contain `=`. */
export function parseQuestionType(given: string): TypedColumn {
  const equals = given.lastIndexOf('=')
  const type = QUESTION_TYPES.find((known) => known === given.slice(equals + 1).trim())
  const column = given.slice(0, Math.max(equals, 0))
  if (type === undefined || column.trim() === '') {
    throw new BulkFault(
      `${JSON.stringify(given)} must have the form column=type, where type is one of: ${QUESTION_TYPES.join(', ')}.`,
    )
  }
  return { column, type }
}

export function parseCheckName(given: string): SurveyCheckName {
  const check = SURVEY_CHECKS.find((known) => known === given.trim())
  if (check !== undefined) return check
  throw new BulkFault(
    `${JSON.stringify(given)} is not the name of a check. The names are: ${SURVEY_CHECKS.join(', ')}.`,
  )
}
