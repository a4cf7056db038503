/**
 * Participants of the Jupyter surveys of 2015, 2016 and 2020, from a checkout of the published answers (CC0-1.0).
 */
import { join } from 'node:path'
import { tableIn } from './data.ts'

export interface PublishedAnswer {
  readonly participant: string
  readonly question: string
  readonly text: string
}

/** Columns with open answers. */
const FILES: readonly (readonly [path: string, columns: readonly number[]])[] = [
  [
    '2015-12-notebook-ux/20160115235816-SurveyExport.csv',
    [4, ...Array.from({ length: 17 }, (_, at) => 11 + at)],
  ],
  ['2016-05-education-survey/responses.csv', [11, 22]],
  ['2020-12-jupyter-survey/data/text_fields.csv', [5, 15, 17, 18]],
]

const MIN_WORDS = 4

export function publishedAnswers(folder: string): PublishedAnswer[] {
  return FILES.flatMap(([path, columns]) => {
    const { head, rows } = tableIn(join(folder, 'jupyter-surveys/surveys', path))
    return rows.flatMap((row, at) =>
      columns.map((column) => ({
        participant: `${path} ${at}`,
        question: (head[column] ?? '').replace(/^[^:]*#\d:/, ''),
        text: (row[column] ?? '').trim(),
      })),
    )
  }).filter(({ text }) => text.split(/\s+/).length >= MIN_WORDS)
}
