/** The query of an upload, from the fields of its form. */

import type { FileView } from '../../contract/dashboard/surveys.ts'
import { SURVEY_CHECKS_V021 } from '../../contract/survey_checks.ts'
import { apiPath } from '../client.ts'

/** How the file is read, which decides its columns. */
export interface ReadChoice {
  readonly encoding?: string
  readonly sheet?: string
  readonly header_rows?: number
}

export const inspectPath = (name: string, read: ReadChoice): string =>
  apiPath(['survey-jobs', 'inspect'], { name, ...read })

/** A column by its number, because names may be empty, long or repeated. */
export const columnKey = (index: number): string => `column ${index + 1}`

export const textField = (index: number): string => `text ${index + 1}`

export const typeField = (index: number): string => `type ${index + 1}`

export function uploadPath(name: string, read: ReadChoice, view: FileView, fields: FormData): string {
  const given = (field: string) => String(fields.get(field) ?? '').trim()
  const chosen = [...view.columns.keys()].filter((index) =>
    fields.getAll('column').includes(columnKey(index)),
  )
  const texts = chosen.map((index) => {
    const text = given(textField(index)).replace(/\s+/g, ' ')
    // A detected text is detected again.
    return text === view.columns[index]?.text.trim().replace(/\s+/g, ' ') ? '' : text
  })
  // Questions of API requests have no column of their own.
  const typed =
    view.questions?.map(({ id }, index) => [id, index] as const) ??
    chosen.map((index) => [columnKey(index), index] as const)
  return apiPath(['survey-jobs'], {
    name,
    ...read,
    survey_id: given('survey_id'),
    // The column is preselected, so a typed ID takes precedence.
    survey_column: given('survey_id') === '' ? given('survey_column') : '',
    participant_column: given('participant_column'),
    condition_column: given('condition_column'),
    columns: chosen.map(columnKey).join('\n'),
    questions: texts.some((text) => text !== '') ? texts.join('\n') : '',
    question_types: typed
      .filter(([, index]) => !['', 'open'].includes(given(typeField(index))))
      .map(([question, index]) => `${question}=${given(typeField(index))}`)
      .join('\n'),
    disabled_checks: SURVEY_CHECKS_V021.filter((check) => fields.getAll('disabled').includes(check)).join(
      '\n',
    ),
  })
}
