/** The figures of the content checks by participant, as a Markdown section. */
import { type Share, writeShare } from '../wilson.ts'
import { MEASURES, type Measure, type SurveyParticipants } from './participant_figures.ts'

/** The heading of the table of a check or of the verdict. */
export const peopleHeading = (measure: Measure): string =>
  `### People flagged by ${measure.replace('Automated test: ', '')}, by number of other participants`

export function describeParticipants(surveys: readonly SurveyParticipants[]): string {
  return [
    '## Survey participants',
    '',
    'Real people with all their answers to one survey, all from before language models could write. A person counts once,',
    'if any answer is flagged. The survey with the highest rate at any size comes first. The other participants are people',
    'too; people among them are evaluated without their own answers. Where a survey has fewer people, the last size is all',
    "of them. Of a survey with the researchers' own verdicts, only people whom they kept count. Duplicates of other",
    'participants are left out. The style experts were fitted on learning-r and Haskell, and thresholds were chosen with most',
    'of these surveys in view. Shares come with their 95% interval (Wilson).',
    '',
    ...MEASURES.flatMap((measure) => [peopleHeading(measure), '', sizesTable(surveys, measure), '']),
    '### People by spelling',
    '',
    'The same people, at most 400 of a survey, among 100 others: the worst survey. Typing errors: two letters change places',
    'in 6% of the words.',
    '',
    editsTable(surveys),
    '',
    ...botLines(surveys),
  ].join('\n')
}

const nameOf = ({ survey, isSharedText }: SurveyParticipants): string =>
  `${survey}${isSharedText ? ' (all write about one text)' : ''}`

function sizesTable(surveys: readonly SurveyParticipants[], measure: Measure): string {
  const sizes = [...new Set(surveys.flatMap(({ bySize }) => Object.keys(bySize)))]
  const worst = ({ bySize }: SurveyParticipants) =>
    Math.max(...Object.values(bySize).map((measured) => measured[measure].share))
  return table(
    ['survey', ...sizes],
    surveys
      .toSorted((a, b) => worst(b) - worst(a))
      .map((survey) => [
        nameOf(survey),
        ...sizes.map((size) => {
          const measured = survey.bySize[size]
          return measured === undefined ? '' : writeShare(measured[measure])
        }),
      ]),
  )
}

function editsTable(surveys: readonly SurveyParticipants[]): string {
  const edits = Object.keys(surveys[0]?.byEdit ?? {})
  const worstOf = (measure: Measure, edit: string): string => {
    const [first] = surveys
      .map((survey) => ({ name: nameOf(survey), share: survey.byEdit[edit]?.[measure] as Share }))
      .toSorted((a, b) => b.share.share - a.share.share)
    return first === undefined ? '' : `${writeShare(first.share)}, ${first.name}`
  }
  return table(
    ['', ...edits],
    MEASURES.map((measure) => [measure, ...edits.map((edit) => worstOf(measure, edit))]),
  )
}

function botLines(surveys: readonly SurveyParticipants[]): string[] {
  const coded = surveys.flatMap(({ survey, bots }) => (bots === null ? [] : [[survey, bots] as const]))
  if (coded.length === 0) return []
  return [
    '### Respondents whom researchers coded as bots',
    '',
    'Among 100 others. The rules for passages, for word salad and for the length asked for were written with some of these',
    'respondents in view, so expect less on others.',
    '',
    table(
      ['survey', ...MEASURES],
      coded.map(([survey, bots]) => [survey, ...MEASURES.map((measure) => writeShare(bots[measure]))]),
    ),
  ]
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
