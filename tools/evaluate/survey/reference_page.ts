/** The figures of the GPT check with reference answers, as a Markdown section. */
import { writeShare } from '../wilson.ts'
import { table } from './participant_page.ts'
import { type FoundModels, PEOPLE_OTHERS, type ReferenceFigures } from './reference_figures.ts'

export function describeReferences(figures: ReferenceFigures): string {
  return [
    '## Survey participants and reference answers',
    '',
    '### People flagged by GPT with reference answers',
    '',
    'People flagged by style or references, with ten reference answers to each question (six for package-users and',
    'news-reactions). The limit and the spread were chosen with all these surveys in view, so the figures may be optimistic.',
    '',
    table(
      ['survey', ...PEOPLE_OTHERS.map((others) => `among ${others} others`)],
      figures.people.map(({ survey, flagged }) => [survey, ...flagged.map(writeShare)]),
    ),
    '',
    '### Models found with reference answers',
    '',
    'Independent: thirteen runs of one model family from 2026 answered one to three questions of',
    'learning-r, Haskell and isear without access to each other; the references are answers of other runs, in any style.',
    'Varied: three answers that one conversation varied on purpose, in one style, with references in the styles default,',
    'plain, participant and brief. References of other families: [survey analysis](survey.md#references-of-other-families).',
    '',
    table(
      ['answers', 'style', 'references', 'models among the others', 'found', 'by style alone'],
      [
        ...figures.independent.map((one) => ['independent', ...modelCells(one)]),
        ...figures.varied.map((one) => ['varied', ...modelCells(one)]),
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
