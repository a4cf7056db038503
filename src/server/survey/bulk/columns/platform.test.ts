import { describe, expect, it } from 'vitest'
import { openMemoryBytes } from '../../../files/bytes.ts'
import { writeRecord } from '../../../files/csv.ts'
import { openSurveyTable } from '../survey_table.ts'

const WHY = [
  'It is close to where I live',
  'The staff remember my name there',
  'My sister took me along once',
]
const people = (row: (why: string, at: number) => string[]) => WHY.map(row)

async function found(rows: readonly (readonly string[])[], headerRows?: number) {
  const text = rows.map((row) => writeRecord(row, ',')).join('')
  const source = openMemoryBytes('file.csv', Buffer.from(text))
  const table = await openSurveyTable(source, headerRows === undefined ? {} : { headerRows })
  return {
    platform: table.platform,
    headerRows: table.headerRows,
    participant: table.participant === null ? null : table.header[table.participant],
    questions: table.questions.map(({ id, text }) => [id, text]),
  }
}

const QUALTRICS = [
  ['StartDate', 'Progress', 'ResponseId', 'Q4', 'Q7_5_TEXT', 'PROLIFIC_PID'],
  [
    'Start Date',
    'Progress',
    'Response ID',
    'Why do you shop here?',
    'Where else? - Other - Text',
    'PROLIFIC_PID',
  ],
  ['startDate', 'progress', '_recordId', 'QID4_TEXT', 'QID7_5_TEXT', 'PROLIFIC_PID'].map(
    (id) => `{"ImportId":"${id}"}`,
  ),
  ...people((why, at) => ['2026-02-03 10:11:12', '100', `R_${at}`, why, 'x', `5f${at}`]),
]

describe('an export of Qualtrics', () => {
  const questions = [['Q4', 'Why do you shop here?']]

  it('has three header rows', async () => {
    expect(await found(QUALTRICS)).toEqual({
      platform: 'Qualtrics',
      headerRows: 3,
      participant: 'ResponseId',
      questions,
    })
  })

  it('may lack its last header row', async () => {
    expect(await found(QUALTRICS.filter((_, at) => at !== 2))).toMatchObject({
      platform: 'Qualtrics',
      headerRows: 2,
      questions,
    })
  })

  it('may lack its texts', async () => {
    expect(await found(QUALTRICS.filter((_, at) => at !== 1))).toMatchObject({
      platform: 'Qualtrics',
      headerRows: 2,
      questions: [['Q4', 'Q4']],
    })
  })

  it('declares text entry, so that few long answers are enough', async () => {
    const answers = Array.from({ length: 20 }, (_, at) =>
      at === 0 ? 'I would like longer opening hours' : 'no',
    )
    const rows = (importId: string) => [
      ['ResponseId', 'Q9'],
      ['Response ID', 'Anything else?'],
      ['{"ImportId":"_recordId"}', `{"ImportId":"${importId}"}`],
      ...answers.map((answer, at) => [`R_${at}`, answer]),
    ]
    expect((await found(rows('QID9_TEXT'))).questions).toEqual([['Q9', 'Anything else?']])
    expect((await found(rows('QID9'))).questions).toEqual([])
  })
})

describe('an export of SurveyMonkey', () => {
  const rows = [
    [
      'Respondent ID',
      'Collector ID',
      'Start Date',
      'Email Address',
      'What brought you here?',
      'How did you come?',
      '',
    ],
    ['', '', '', '', 'Open-Ended Response', 'Response', 'Other (please specify)'],
    ...people((why, at) => [`11${at}`, '40', '02/03/2026', '', why, 'Bus', `by ${why}`]),
  ]

  it('has two header rows', async () => {
    expect(await found(rows)).toEqual({
      platform: 'SurveyMonkey',
      headerRows: 2,
      participant: 'Respondent ID',
      questions: [
        ['What brought you here?', 'What brought you here?'],
        ['column 7', 'How did you come? – Other (please specify)'],
      ],
    })
  })

  it('may have one', async () => {
    expect(await found(rows.filter((_, at) => at !== 1))).toMatchObject({
      platform: 'SurveyMonkey',
      headerRows: 1,
    })
  })
})

describe('an export of LimeSurvey', () => {
  const row = (why: string, at: number) => [String(at + 1), '2026-02-03 10:11:12', '4', 'en', why]
  const questions = [['G01Q02', 'Why do you come here?']]

  it.each([
    ['codes', ['id', 'submitdate', 'lastpage', 'startlanguage', 'G01Q02'], 'id', [['G01Q02', 'G01Q02']]],
    [
      'codes and texts',
      [
        'id. Response ID',
        'submitdate. Date submitted',
        'lastpage. Last page',
        'startlanguage. Start language',
        'G01Q02. Why do you come here?',
      ],
      'id. Response ID',
      questions,
    ],
    [
      'texts',
      ['Response ID', 'Date submitted', 'Last page', 'Start language', 'Why do you come here?'],
      'Response ID',
      [['Why do you come here?', 'Why do you come here?']],
    ],
  ])('may have %s', async (_, header, participant, expected) => {
    expect(await found([header, ...people(row)])).toEqual({
      platform: 'LimeSurvey',
      headerRows: 1,
      participant,
      questions: expected,
    })
  })
})

describe('an export of REDCap', () => {
  it.each([
    ['variable names', ['record_id', 'redcap_event_name', 'visit_why', 'visit_complete'], 'record_id'],
    ['its own record id', ['study_id', 'redcap_event_name', 'visit_why', 'visit_complete'], 'study_id'],
    ['labels', ['Record ID', 'Event Name', 'Why did you visit?', 'Complete?'], 'Record ID'],
  ])('may have %s', async (_, header, participant) => {
    const rows = [header, ...people((why, at) => [String(at + 1), 'baseline_arm_1', why, '2'])]
    expect(await found(rows)).toMatchObject({
      platform: 'REDCap',
      headerRows: 1,
      participant,
      questions: [[header[2], header[2]]],
    })
  })
})

describe('an export of Decipher', () => {
  it('has one header row', async () => {
    const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0'
    const rows = [
      ['record', 'uuid', 'date', 'markers', 'status', 'qtime', 'q3', 'dcua'],
      ...people((why, at) => [
        String(at),
        `k${at}x`,
        '02/03/2026 10:11',
        'qualified',
        '3',
        '61.5',
        why,
        agent + at,
      ]),
    ]
    expect(await found(rows)).toEqual({
      platform: 'Decipher',
      headerRows: 1,
      participant: 'uuid',
      questions: [['q3', 'q3']],
    })
  })
})

describe('another file', () => {
  const rows = [
    ['pid', 'v1'],
    ['Person', 'Please tell us in your own words why'],
    ...people((why, at) => [String(at), why]),
  ]

  it('has one header row, unless the user says otherwise', async () => {
    expect(await found(rows)).toMatchObject({ platform: null, headerRows: 1 })
    expect(await found(rows, 2)).toEqual({
      platform: null,
      headerRows: 2,
      participant: 'pid',
      questions: [['v1', 'Please tell us in your own words why']],
    })
  })
})
