import { describe, expect, it } from 'vitest'
import type { FileView } from '../../contract/dashboard/surveys.ts'
import { uploadPath } from './upload_query.ts'

const column = (name: string, text = name) => ({ name, use: 'none', reason: '', text }) as const
const view: FileView = {
  format: 'csv',
  encoding: 'utf-8',
  platform: null,
  sheet: null,
  sheets: [],
  header_rows: 1,
  rows: 3,
  columns: [column('id'), column('q1', 'Why?'), column(''), column('q3', 'How\nso?')],
  questions: null,
  repeated: { count: 0, examples: [] },
}

function queryOf(fields: readonly (readonly [string, string])[], file = view) {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  const path = uploadPath('a b.csv', { header_rows: 2 }, file, form)
  return Object.fromEntries(new URL(path, 'http://x').searchParams)
}

describe('the query of an upload', () => {
  it('names columns by their numbers', () => {
    expect(
      queryOf([
        ['survey_id', ' s '],
        ['participant_column', 'column 1'],
        ['column', 'column 4'],
        ['column', 'column 2'],
      ]),
    ).toEqual({
      name: 'a b.csv',
      header_rows: '2',
      survey_id: 's',
      participant_column: 'column 1',
      columns: 'column 2\ncolumn 4',
    })
  })

  it('has the survey column only without a survey ID', () => {
    const column = ['survey_column', 'column 1'] as const
    expect(queryOf([column])).toMatchObject({ survey_column: 'column 1' })
    expect(queryOf([['survey_id', 's'], column])).toEqual({
      name: 'a b.csv',
      header_rows: '2',
      survey_id: 's',
    })
  })

  it('has types of chosen columns and disabled checks', () => {
    expect(
      queryOf([
        ['column', 'column 2'],
        ['column', 'column 4'],
        ['type 1', 'name'],
        ['type 2', 'open'],
        ['type 4', 'brand'],
        ['disabled', 'Unnatural typing'],
        ['disabled', 'Low-effort'],
      ]),
    ).toMatchObject({ question_types: 'column 4=brand', disabled_checks: 'Low-effort\nUnnatural typing' })
  })

  it('names the questions of API requests by their ids', () => {
    const questions = [
      { id: 'why=so', text: 'Why?' },
      { id: 'who', text: 'Who?' },
    ]
    const { question_types, columns } = queryOf(
      [
        ['type 1', 'list'],
        ['type 2', 'name'],
      ],
      { ...view, questions },
    )
    expect([question_types, columns]).toEqual(['why=so=list\nwho=name', undefined])
  })

  it('has the texts that the user changed', () => {
    const chosen = [
      ['column', 'column 2'],
      ['column', 'column 4'],
    ] as const
    const texts = (second: string, fourth: string) =>
      queryOf([...chosen, ['text 2', second], ['text 4', fourth]]).questions
    expect(texts('Why?', 'How so?')).toBeUndefined()
    expect(texts('Why?', 'How come,\n really?')).toBe('\nHow come, really?')
  })
})
