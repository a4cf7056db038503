/** The figures of the content checks by participant, as tables. */
import { type Cell, cellOf, type Table } from '../../../tools/tables.ts'
import type { Share } from '../../../tools/wilson.ts'
import { MEASURES, type Measure, type SurveyParticipants } from './participant_figures.ts'

/** The table of a check or of the verdict. */
export const peopleTableId = (measure: Measure): string =>
  `people-${measure
    .replace('Automated test: ', '')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')}`

export const participantTables = (surveys: readonly SurveyParticipants[]): Table[] => [
  ...MEASURES.map((measure) => sizesTable(surveys, measure)),
  editsTable(surveys),
  ...botTables(surveys),
]

const nameOf = ({ survey, isSharedText }: SurveyParticipants): string =>
  `${survey}${isSharedText ? ' (all write about one text)' : ''}`

function sizesTable(surveys: readonly SurveyParticipants[], measure: Measure): Table {
  const sizes = [...new Set(surveys.flatMap(({ bySize }) => Object.keys(bySize)))]
  const worst = ({ bySize }: SurveyParticipants) =>
    Math.max(...Object.values(bySize).map((measured) => measured[measure].share))
  return {
    id: peopleTableId(measure),
    title: `People flagged by ${measure.replace('Automated test: ', '')}, by number of other participants`,
    head: ['survey', ...sizes],
    rows: surveys
      .toSorted((a, b) => worst(b) - worst(a))
      .map((survey) => [
        nameOf(survey),
        ...sizes.map((size) => {
          const measured = survey.bySize[size]
          return measured === undefined ? null : cellOf(measured[measure])
        }),
      ]),
  }
}

function editsTable(surveys: readonly SurveyParticipants[]): Table {
  const edits = Object.keys(surveys[0]?.byEdit ?? {})
  const worstOf = (measure: Measure, edit: string): Cell => {
    const [first] = surveys
      .map((survey) => ({ name: nameOf(survey), share: survey.byEdit[edit]?.[measure] as Share }))
      .toSorted((a, b) => b.share.share - a.share.share)
    return first === undefined ? null : [first.share.count, first.share.of, first.name]
  }
  return {
    id: 'spelling',
    title: 'People flagged, by spelling',
    note: 'At most 400 people of a survey among 100 others; the survey with the highest rate. Typing errors: two letters change places in 6% of the words.',
    head: ['', ...edits],
    rows: MEASURES.map((measure) => [measure, ...edits.map((edit) => worstOf(measure, edit))]),
  }
}

function botTables(surveys: readonly SurveyParticipants[]): Table[] {
  const coded = surveys.flatMap(({ survey, bots }) => (bots === null ? [] : [[survey, bots] as const]))
  if (coded.length === 0) return []
  return [
    {
      id: 'coded-bots',
      title: 'Respondents whom researchers coded as bots',
      note: 'Among 100 others. Some rules were written with some of these respondents in view, so expect less on others.',
      head: ['survey', ...MEASURES],
      rows: coded.map(([survey, bots]) => [survey, ...MEASURES.map((measure) => cellOf(bots[measure]))]),
    },
  ]
}
