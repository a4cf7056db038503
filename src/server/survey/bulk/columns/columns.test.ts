import { describe, expect, it } from 'vitest'
import { openMemoryBytes } from '../../../files/bytes.ts'
import { writeRecord } from '../../../files/csv.ts'
import { openSurveyTable, type TableOptions } from '../survey_table.ts'

/** The columns of a file with these rows. */
async function findColumns(rows: readonly (readonly string[])[], options: TableOptions = {}) {
  const text = rows.map((row) => writeRecord(row, ',')).join('')
  return openSurveyTable(openMemoryBytes('file.csv', Buffer.from(text)), options)
}

const header = ['Date', 'participant_id', 'age', 'Why do you like it?', 'colour', 'Anything else?']
const row = (at: number) => [
  '2025-03-25',
  `p${at}`,
  '33',
  `It reminds me of holidays number ${at}`,
  'red',
  at % 3 === 0 ? `No, but thank you for question ${at}` : 'no',
]
const sample = [header, ...Array.from({ length: 20 }, (_, at) => row(at))]

describe('columns', () => {
  it('are found by their names and contents', async () => {
    const { choices, ...columns } = await findColumns(sample)
    expect(columns).toMatchObject({
      participant: 1,
      survey: 'file',
      questions: [
        { index: 3, id: 'Why do you like it?', text: 'Why do you like it?' },
        { index: 5, id: 'Anything else?', text: 'Anything else?' },
      ],
      headerRows: 1,
    })
    expect(choices.map(({ name, use, reason }) => [name, use, reason])).toEqual([
      ['Date', 'none', 'dates'],
      ['participant_id', 'participant', 'participant ID'],
      ['age', 'none', 'numbers'],
      ['Why do you like it?', 'question', 'open-ended: 20 of 20 answers have four words or more'],
      ['colour', 'none', 'choices: 1 different value in 20 answers'],
      ['Anything else?', 'question', 'open-ended: 7 of 20 answers have four words or more'],
    ])
  })

  it('follow the options', async () => {
    const options = {
      survey: 's1',
      participantColumn: 'age',
      questions: [{ column: 'colour', text: 'Which colour?' }, { column: 'Date' }],
    }
    const table = await findColumns(sample, options)
    expect(table).toMatchObject({
      participant: 2,
      survey: 's1',
      questions: [
        { id: 'colour', text: 'Which colour?' },
        { id: 'Date', text: 'Date' },
      ],
    })
    expect(table.choices[3]?.reason).toContain('not chosen by you, but open-ended')
    expect(table.choices[4]?.reason).toBe('chosen by you')
  })

  it('with a type are questions', async () => {
    const table = await findColumns(sample, {
      questionTypes: [
        { column: 'colour', type: 'brand' },
        { column: 'Anything else?', type: 'list' },
      ],
    })
    expect(table.questions.map(({ id, type }) => [id, type])).toEqual([
      ['Why do you like it?', undefined],
      ['Anything else?', 'list'],
      ['colour', 'brand'],
    ])
    expect(table.choices[4]).toMatchObject({ use: 'question', reason: 'chosen by you' })
  })

  it('may be described by two rows below the header', async () => {
    const described = [
      ['ResponseId', 'Q1'],
      ['Response ID', 'In your own words, why?'],
      ['{"ImportId":"_recordId"}', '{"ImportId":"QID1_TEXT"}'],
      ['R_1', 'Because it is warm in there'],
    ]
    expect(await findColumns(described)).toMatchObject({
      participant: 0,
      survey: 'file',
      questions: [{ index: 1, id: 'Q1', text: 'In your own words, why?' }],
      headerRows: 3,
    })
  })

  it.each([
    'participant_id',
    'ResponseId',
    'respondent',
    'PROLIFIC_PID',
    'id',
    'Participant ID',
    'user-id',
    'pid',
    'Respondent ID',
    'uuid',
    'token',
    'record_id',
    'workerId',
  ])('recognize %s as a participant', async (name) => {
    expect(
      (
        await findColumns([
          [name, 'text'],
          ['1', 'this is an open answer'],
        ])
      ).participant,
    ).toBe(0)
  })

  it.each(['Response', 'subject', 'persons', 'my id card'])(
    'do not take %s for a participant',
    async (name) => {
      expect(
        (
          await findColumns([
            [name, 'text'],
            ['1', 'this is an open answer'],
          ])
        ).participant,
      ).toBeNull()
    },
  )

  it('exclude choices among a few sentences', async () => {
    const choices = Array.from({ length: 40 }, (_, at) => [
      `p${at}`,
      at % 2 ? 'I agree with this statement' : 'I do not agree with it',
    ])
    expect((await findColumns([['id', 'opinion'], ...choices])).questions).toEqual([])
  })

  it('have unique ids of limited length', async () => {
    const long = 'Why? '.repeat(60)
    const { questions } = await findColumns([
      ['id', 'a', 'a', long],
      ['1', 'one two three four', 'five six seven eight', 'and so it goes'],
    ])
    expect(questions.map(({ id }) => id)).toEqual(['a', 'a (column 3)', 'column 4'])
    expect(questions[2]?.text).toBe(long)
  })

  it.each([
    ['a', 1],
    [' a ', 1],
    ['a (column 3)', 2],
    ['column 4', 3],
  ])('can be chosen as %j', async (column, index) => {
    const rows = [
      ['id', 'a', 'a', ''],
      ['1', 'b', 'c', 'd'],
    ]
    expect((await findColumns(rows, { questions: [{ column }] })).questions[0]?.index).toBe(index)
  })

  it('without any value are not the participant', async () => {
    const rows = [
      ['token', 'response_id', 'participant', 'why'],
      ['', 'R1', '', 'this is an open answer'],
    ]
    expect((await findColumns(rows)).participant).toBe(1)
  })

  it('name a missing column', async () => {
    await expect(findColumns(sample, { participantColumn: 'who' })).rejects.toThrow('"who"')
  })
})
