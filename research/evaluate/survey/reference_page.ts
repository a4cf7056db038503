/** The figures of the GPT check with reference answers, as tables. */
import { type Cell, cellOf, type Table } from '../../../tools/tables.ts'
import { type FoundModels, PEOPLE_OTHERS, type ReferenceFigures } from './reference_figures.ts'

export const referenceTables = (figures: ReferenceFigures): Table[] => [
  {
    id: 'people',
    title: 'People flagged by GPT with reference answers',
    note: 'Ten reference answers to each question (six for package-users and news-reactions). The limit was chosen with all these surveys in view.',
    head: ['survey', ...PEOPLE_OTHERS.map((others) => `among ${others} others`)],
    rows: figures.people.map(({ survey, flagged }) => [survey, ...flagged.map(cellOf)]),
  },
  {
    id: 'models',
    title: 'Models found with reference answers',
    note: 'Independent: runs of one model family that answered without access to each other. Varied: three answers of one conversation in one style.',
    head: ['answers', 'style', 'references', 'models among the others', 'found', 'by style alone'],
    rows: [
      ...figures.independent.map((one) => ['independent', ...modelCells(one)]),
      ...figures.varied.map((one) => ['varied', ...modelCells(one)]),
    ],
  },
]

const modelCells = ({ style, references, models, found, byStyleAlone }: FoundModels): Cell[] => [
  style,
  references,
  `${100 * models}%`,
  cellOf(found),
  cellOf(byStyleAlone),
]
