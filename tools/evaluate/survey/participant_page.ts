/** The figures of the GPT check by participant, as a Markdown section. */
import { type Share, writeShare } from '../wilson.ts'
import type { SurveyParticipants } from './participant_figures.ts'

export const GPT_PEOPLE = '### People flagged by GPT, by number of other participants'

export function describeParticipants(surveys: readonly SurveyParticipants[]): string {
  return [
    '## Survey participants',
    '',
    'Real people with all their answers to one survey, all from before language models could write. A person counts once,',
    'if any answer is flagged. The survey with the most flagged people comes first. The other participants are people too;',
    'people among them are evaluated without their own answers. Where a survey has fewer people, the last size is all of',
    'them. The style experts were fitted on learning-r and Haskell. Shares come with their 95% interval (Wilson).',
    '',
    GPT_PEOPLE,
    '',
    sharesTable(surveys, ({ bySize }) => bySize),
    '',
    '### People flagged by GPT, by spelling',
    '',
    'The same people, at most 400 of a survey, among 100 others. Typing errors: two letters change places in 6% of the words.',
    '',
    sharesTable(surveys, ({ byEdit }) => byEdit),
  ].join('\n')
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function sharesTable(
  surveys: readonly SurveyParticipants[],
  sharesIn: (survey: SurveyParticipants) => Readonly<Record<string, Share>>,
): string {
  const names = [...new Set(surveys.flatMap((survey) => Object.keys(sharesIn(survey))))]
  return table(
    ['survey', ...names],
    surveys.map((survey) => {
      const shares = sharesIn(survey)
      const kind = survey.isSharedText ? ' (all write about one text)' : ''
      return [
        `${survey.survey}${kind}`,
        ...names.map((name) => (shares[name] === undefined ? '' : writeShare(shares[name]))),
      ]
    }),
  )
}
