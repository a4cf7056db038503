/**
 * The GPT check with reference answers of the same, of another and of several model families. Needs answers of people
 * and of several families to the same questions, one answer a line: `{survey, question, person, family?, text}`, without
 * `family` for people. docs/benchmarks/statistics.md names public sets; none of them is part of the project.
 *
 *   node research/evaluate/survey/families.ts FILE.ndjson
 */
import { sampleFrom } from '../../../src/checks/survey/analyze.ts'
import { REFERENCE_LIMITS } from '../../../src/contract/limits.ts'
import { type QuestionStats, removeSample } from '../../../src/features/text/question_stats.ts'
import type { Reference } from '../../../src/features/text/reference_fit.ts'
import { tableAsMarkdown } from '../../../tools/tables.ts'
import { shareOf, writeShare } from '../../../tools/wilson.ts'
import { seededRandom } from '../../seeded_random.ts'
import { rowsOf, textOf } from '../../text/data.ts'
import { groupsOf, pickFrom } from './answer_sets.ts'
import { foundInAny, type Given } from './check_answer.ts'
import { statsOf } from './question_stats_of.ts'
import { asReferences, foundWithAndWithout } from './reference_figures.ts'

/** Answers of each family to each question that are references, and that are examined. The rest are participants. */
const REFERENCES = 10
const EXAMINED = 20
const OTHERS = 100
const MODEL_SHARE = 0.4
/** Invented participants of each family, or of each pair of families. */
const PARTICIPANTS = 100
const MOST_PEOPLE = 250

interface Answer {
  readonly survey: string
  readonly question: string
  readonly person: string
  /** Empty for people. */
  readonly family: string
  readonly text: string
}

interface Question {
  readonly question: string
  readonly people: readonly Answer[]
  readonly families: ReadonlyMap<string, { references: string[]; examined: string[]; participants: string[] }>
}

/** How many references come from the examined family, and how many from another one. */
const MIXTURES = [
  { name: '10 of the same family', own: 10, other: 0 },
  { name: '5 of the same family', own: 5, other: 0 },
  { name: '8 of another family', own: 0, other: 8 },
  { name: '5 of the same and 8 of another family', own: 5, other: 8 },
]
type Mixture = (typeof MIXTURES)[number]

const random = seededRandom(37)

function questionOf([question, answers]: readonly [string, readonly Answer[]]): Question[] {
  const people = random.shuffle(answers.filter(({ family }) => family === ''))
  const families = groupsOf(answers, ({ family }) => family)
    .filter(([family, own]) => family !== '' && own.length >= REFERENCES + EXAMINED)
    .map(([family, own]) => {
      const texts = random.shuffle(own.map(({ text }) => text))
      return [
        family,
        {
          references: texts.slice(0, REFERENCES),
          examined: texts.slice(REFERENCES, REFERENCES + EXAMINED),
          participants: texts.slice(REFERENCES + EXAMINED),
        },
      ] as const
    })
  if (people.length < REFERENCE_LIMITS.others || families.length < 2) return []
  return [{ question, people, families: new Map(families) }]
}

/** Other participants: people and, with `share`, models of all families. */
function statsAmong({ question, people, families }: Question, share: number): QuestionStats {
  const human = people.slice(0, OTHERS * (1 - share)).map(({ text }) => text)
  const models = random.shuffle([...families.values()].flatMap(({ participants }) => participants))
  const added = models.slice(0, Math.round((human.length * share) / (1 - share)))
  return statsOf([...human, ...added].map((text) => ({ [question]: text }))).get(question) as QuestionStats
}

function referencesFrom({ question, families }: Question, family: string, other: string, mixture: Mixture) {
  const of = (name: string, count: number) => families.get(name)?.references.slice(0, count) ?? []
  return asReferences(question, [...of(family, mixture.own), ...of(other, mixture.other)])
}

function examineModels(questions: readonly Question[], mixture: Mixture, share: number, answers: number) {
  const families = [...(questions[0]?.families.keys() ?? [])]
  const stats = new Map(questions.map((one) => [one, statsAmong(one, share)]))
  const pairs = families.flatMap((family) => families.map((other) => [family, other] as const))
  const used = pairs.filter(([family, other], at) =>
    mixture.other === 0 ? at % families.length === 0 : family !== other,
  )
  return used.flatMap(([family, other]) => {
    const references = new Map(questions.map((one) => [one, referencesFrom(one, family, other, mixture)]))
    return Array.from({ length: PARTICIPANTS }, () =>
      foundWithAndWithout(
        random
          .shuffle(questions)
          .slice(0, answers)
          .map((one) => ({
            question: one.question,
            answer: random.pick(one.families.get(family)?.examined ?? []),
            stats: stats.get(one) as QuestionStats,
            references: references.get(one) as Reference[],
          })),
      ),
    )
  })
}

/** People flagged, by question for surveys in which each person answers one. */
function examinePeople(questions: readonly Question[]) {
  const [family = '', other = ''] = questions[0]?.families.keys() ?? []
  const asked = new Map(
    questions.map((one) => {
      const mixture = { own: REFERENCES, other: REFERENCES, name: '' }
      return [
        one.question,
        { stats: statsAmong(one, 0), references: referencesFrom(one, family, other, mixture) },
      ]
    }),
  )
  const members = new Set(questions.flatMap(({ people }) => people.slice(0, OTHERS)))
  const people = questions.flatMap((one) => pickFrom(one.people, MOST_PEOPLE))
  return groupsOf(people, ({ person }) => person).map(([, answers]) => ({
    question: answers[0]?.question ?? '',
    found: foundInAny(
      'gpt',
      answers.map((answer): Given => {
        const { stats, references } = asked.get(answer.question) as {
          stats: QuestionStats
          references: Reference[]
        }
        const own = members.has(answer) ? sampleFrom(answer.text, answer.question) : null
        return {
          question: answer.question,
          answer: answer.text,
          stats: own === null ? stats : removeSample(stats, own),
          references,
        }
      }),
    ),
  }))
}

const share = (found: readonly boolean[]): string =>
  writeShare(shareOf(found.filter(Boolean).length, found.length))

const [path] = process.argv.slice(2)
if (path === undefined) {
  process.stderr.write('usage: node research/evaluate/survey/families.ts FILE.ndjson\n')
  process.exit(1)
}
const rows = rowsOf(path).map(
  (row): Answer => ({
    survey: textOf(row, 'survey'),
    question: textOf(row, 'question'),
    person: textOf(row, 'person'),
    family: textOf(row, 'family'),
    text: textOf(row, 'text'),
  }),
)
for (const [survey, own] of groupsOf(rows, (row) => row.survey)) {
  const questions = groupsOf(own, ({ question }) => question).flatMap(questionOf)
  const people = examinePeople(questions)
  const worst = groupsOf(people, ({ question }) => question)
    .map(([question, some]) => ({
      question,
      of: some.length,
      count: some.filter(({ found }) => found).length,
    }))
    .sort((a, b) => b.count / b.of - a.count / a.of)[0]
  console.log(`## ${survey}: ${questions.length} questions\n`)
  console.log(`People flagged: ${share(people.map(({ found }) => found))}`)
  if (worst)
    console.log(
      `Worst question: ${writeShare(shareOf(worst.count, worst.of))} (${worst.question.slice(0, 60)})`,
    )
  const found = [1, 3].flatMap((answers) =>
    MIXTURES.flatMap((mixture) =>
      [0, MODEL_SHARE].map((models) => {
        const examined = examineModels(questions, mixture, models, answers)
        return [
          String(answers),
          mixture.name,
          `${100 * models}%`,
          share(examined.map((one) => one.found)),
          share(examined.map((one) => one.alone)),
        ]
      }),
    ),
  )
  const head = ['answers', 'references', 'models among the others', 'found', 'by style alone']
  console.log(`\n${tableAsMarkdown({ id: survey, title: survey, head, rows: found })}\n`)
}
