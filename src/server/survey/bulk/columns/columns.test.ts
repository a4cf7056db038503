import { describe, expect, it } from 'vitest'
import { findColumns } from './columns.ts'

const header = ['Date', 'participant_id', 'age', 'Why do you like it?', 'colour', 'Anything else?']
const row = (at: number) => [
  '2025-03-25',
  `p${at}`,
  '33',
  `It reminds me of holidays number ${at}`,
  'red',
  at % 3 === 0 ? `No, but thank you for question ${at}` : 'no',
]
const sample = Array.from({ length: 20 }, (_, at) => row(at))

describe('columns', () => {
  it('are found by their names and contents', () => {
    const { choices, ...columns } = findColumns(header, sample, {}, 'file')
    expect(columns).toEqual({
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
      ['participant_id', 'participant', 'participant id'],
      ['age', 'none', 'numbers'],
      ['Why do you like it?', 'question', 'open-ended: 20 of 20 answers have four words or more'],
      ['colour', 'none', 'choices: 1 different values in 20 answers'],
      ['Anything else?', 'question', 'open-ended: 7 of 20 answers have four words or more'],
    ])
  })

  it('follow the options', () => {
    const options = {
      survey: 's1',
      participantColumn: 'age',
      questions: [{ column: 'colour', text: 'Which colour?' }, { column: 'Date' }],
    }
    expect(findColumns(header, sample, options, 'file')).toMatchObject({
      participant: 2,
      survey: 's1',
      questions: [
        { id: 'colour', text: 'Which colour?' },
        { id: 'Date', text: 'Date' },
      ],
    })
  })

  it('may be described by two rows below the header', () => {
    const described = [
      ['Response ID', 'In your own words, why?'],
      ['{"ImportId":"_recordId"}', '{"ImportId":"QID1_TEXT"}'],
      ['R_1', 'Because it is warm in there'],
    ]
    const { choices: _, ...columns } = findColumns(['ResponseId', 'Q1'], described, {}, 'file')
    expect(columns).toEqual({
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
  ])('recognize %s as a participant', (name) => {
    expect(findColumns([name, 'text'], [['1', 'this is an open answer']], {}, 'f').participant).toBe(0)
  })

  it('exclude choices among a few sentences', () => {
    const choices = Array.from({ length: 40 }, (_, at) => [
      `p${at}`,
      at % 2 ? 'I agree with this statement' : 'I do not agree with it',
    ])
    expect(() => findColumns(['id', 'opinion'], choices, {}, 'f')).toThrow('--question')
  })

  it('have unique ids of limited length', () => {
    const long = 'Why? '.repeat(60)
    const { questions } = findColumns(
      ['id', 'a', 'a', long],
      [['1', 'one two three four', 'five six seven eight', 'and so it goes']],
      {},
      'f',
    )
    expect(questions.map(({ id }) => id)).toEqual(['a', 'a (column 3)', 'column 4'])
    expect(questions[2]?.text).toBe(long)
  })

  it.each(['a', 'a (column 3)', 'column 4', ' a '])('can be chosen as %j', (column) => {
    const rows = [['1', 'b', 'c', 'd']]
    expect(findColumns(['id', 'a', 'a', ''], rows, { questions: [{ column }] }, 'f').questions).toHaveLength(
      1,
    )
  })

  it('without any value are not the participant', () => {
    const rows = [['', 'R1', 'this is an open answer']]
    expect(findColumns(['token', 'response_id', 'why'], rows, {}, 'f').participant).toBe(1)
    expect(
      findColumns(['participant_id', 'why'], [['', 'this is an open answer']], {}, 'f').participant,
    ).toBeNull()
  })

  it('name a missing column', () => {
    expect(() => findColumns(header, sample, { participantColumn: 'who' }, 'f')).toThrow('"who"')
  })
})
