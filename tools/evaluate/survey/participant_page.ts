/** The figures of the GPT check by participant, as a Markdown section. */
import { type Share, writeShare } from '../wilson.ts'
import type { SurveyParticipants } from './participant_figures.ts'
import type { FoundModels, ReferenceFigures } from './reference_figures.ts'

export const GPT_PEOPLE = '### People flagged by GPT, by number of other participants'

export function describeParticipants(
  surveys: readonly SurveyParticipants[],
  references: ReferenceFigures,
): string {
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
    '',
    '### GPT with reference answers',
    '',
    'People flagged by style or references, among 100 others, with ten reference answers to each question (six for',
    'package-users and news-reactions). The limit was chosen on learning-r and Haskell.',
    '',
    table(
      ['survey', 'flagged'],
      references.people.map(({ survey, flagged }) => [survey, writeShare(flagged)]),
    ),
    '',
    'Answers of models, found. Independent: thirteen runs of one model family from 2026 answered one to three questions of',
    'learning-r, Haskell and isear without access to each other; the references are answers of other runs, in any style.',
    'Varied: three answers that one conversation varied on purpose, in one style, with references in the styles default,',
    'plain, participant and brief. No set at hand has answers of several model families and of 30 people to one question,',
    'so references of another family were not evaluated.',
    '',
    table(
      ['answers', 'style', 'references', 'models among the others', 'found', 'by style alone'],
      [
        ...references.independent.map((one) => ['independent', ...modelCells(one)]),
        ...references.varied.map((one) => ['varied', ...modelCells(one)]),
      ],
    ),
  ].join('\n')
}

const modelCells = ({ style, references, models, found, byStyleAlone }: FoundModels): string[] => [
  style,
  String(references),
  `${100 * models}%`,
  writeShare(found),
  writeShare(byStyleAlone),
]

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
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
