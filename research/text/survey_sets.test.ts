import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rowsOf, textOf } from './data.ts'
import { evaluationSurvey, OPEN_SURVEYS, openSurveys } from './survey_sets.ts'

const folder = mkdtempSync(join(tmpdir(), 'survey-sets-'))
const put = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

const TOWNS = [
  'american-assembly.bowling-green',
  'march-on.operation-marchin-orders',
  'scoop-hivemind.biodiversity',
  'ssis.land-bank-farmland.2rumnecbeh.2021-08-01',
  'scoop-hivemind.affordable-housing',
  'football-concussions',
]

beforeAll(() => {
  const jupyter = 'jupyter-surveys/surveys'
  const cells = (at: number, text: string) =>
    Array.from({ length: 28 }, (_, k) => (k === at ? text : '')).join(',')
  put(
    `${jupyter}/2015-12-notebook-ux/20160115235816-SurveyExport.csv`,
    `${cells(4, 'What hinders you?')}\n${cells(4, 'Nothing at all to say')}\n`,
  )
  put(`${jupyter}/2016-05-education-survey/responses.csv`, 'a\n')
  put(`${jupyter}/2020-12-jupyter-survey/data/text_fields.csv`, 'a\n')
  put(
    'pxtextmining/datasets/v6framework_230831.csv',
    'Trust,Respondent ID,FFT question,FFT answer\nA,7,FFT Why?,They were kind and quick\nA,7,"What was\ngood?",Yes\nA,8,FFT Why?,they were kind and quick\n',
  )
  for (const town of TOWNS)
    put(`openData/${town}/comments.csv`, 'author-id,comment-body\n3,"Fix the roads, all of them"\n')
  put(
    'Morey_Hoekstra_StatCognition/inst/extdata/qualtrics_31-5-2019_20.40.csv',
    'ResponseId,Q23,strategy,use_shuffle\ntext,What facts or observations were most salient,b,c\n{id},{an id that is long},,\nR_1,The spread was much smaller,None,\n',
  )
  for (const length of ['long', 'short'])
    put(`covid19worry/data_phase_1/files_clean/texts/${length}/12.txt`, 'I am worried\n')
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('openSurveys', () => {
  it('reads the answers of every survey once, without headers and single words', () => {
    const answers = openSurveys(folder)
    expect([...new Set(answers.map(({ source }) => source))]).toEqual(OPEN_SURVEYS)
    const of = (source: string) => answers.filter((answer) => answer.source === source)
    expect(of('jupyter-survey')).toMatchObject([
      { question: 'What hinders you?', text: 'Nothing at all to say' },
    ])
    expect(of('nhs-patients')).toMatchObject([{ participant: 'A 7', text: 'They were kind and quick' }])
    expect(of('polis-conversations')).toHaveLength(TOWNS.length)
    expect(of('christmas-experiment')).toMatchObject([
      { participant: 'R_1', text: 'The spread was much smaller' },
    ])
  })
})

describe('evaluationSurvey', () => {
  it('returns a long and a short answer of each participant', () => {
    const answers = evaluationSurvey(folder)
    expect(answers.map(({ participant, text }) => [participant, text])).toEqual([
      ['12.txt', 'I am worried'],
      ['12.txt', 'I am worried'],
    ])
    expect(new Set(answers.map(({ question }) => question)).size).toBe(2)
  })
})

describe('answers of models', () => {
  const rows = rowsOf(join(import.meta.dirname, 'survey_models.ndjson.gz'))

  it('cover the same questions in every manner, each once', () => {
    const questions = new Set(
      [...openSurveys(folder), ...evaluationSurvey(folder)].map(({ question }) => question),
    )
    const others = rows.filter(({ source }) => source !== 'jupyter-survey' && source !== 'nhs-patients')
    expect(
      others.every((row) => questions.has(textOf(row, 'question')) || row.source === OPEN_SURVEYS[3]),
    ).toBe(true)
    const manners = Map.groupBy(rows, (row) => textOf(row, 'source'))
    for (const own of manners.values()) expect(new Set(own.map(({ style }) => style)).size).toBe(12)
    expect(new Set(rows.map((row) => `${row.question}|${row.style}|${row.text}`)).size).toBe(rows.length)
  })
})
