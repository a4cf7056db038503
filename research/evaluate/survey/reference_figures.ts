/** The GPT check with reference answers: people whom it accuses, and answers of models that it finds. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sampleFrom } from '../../../src/checks/survey/analyze.ts'
import { REFERENCE_LIMITS } from '../../../src/contract/limits.ts'
import { type QuestionStats, removeSample } from '../../../src/features/text/question_stats.ts'
import type { Reference } from '../../../src/features/text/reference_fit.ts'
import { styleWords } from '../../../src/features/text/style/style_words.ts'
import { wordingOf } from '../../../src/features/text/wording.ts'
import { type Share, shareOf } from '../../../tools/wilson.ts'
import { type SeededRandom, seededRandom } from '../../seeded_random.ts'
import { rowsIn, rowsOf, textOf } from '../../text/data.ts'
import { groupsOf } from './answer_sets.ts'
import { foundInAny, type Given } from './check_answer.ts'
import type { Participant } from './participant_figures.ts'
import { statsOf } from './question_stats_of.ts'

export interface ReferenceFigures {
  /** People flagged by style or references, by survey and by number of others, the worst survey first. */
  readonly people: readonly { readonly survey: string; readonly flagged: readonly Share[] }[]
  /** Models that answered independently, by number of references and share of models among the participants. */
  readonly independent: readonly FoundModels[]
  /** Answers that one model varied on purpose in one conversation, three to a participant. */
  readonly varied: readonly FoundModels[]
}

export interface FoundModels {
  readonly style: string
  readonly references: number
  /** Share of models among the other participants. */
  readonly models: number
  readonly found: Share
  /** The same without references. */
  readonly byStyleAlone: Share
}

interface ModelAnswer {
  readonly question: string
  readonly style: string
  /** Null: one conversation wrote all answers. */
  readonly run: string | null
  readonly text: string
}

/** Styles that a researcher is told to ask for. */
const REFERENCE_STYLES: ReadonlySet<string> = new Set(['default', 'plain', 'participant', 'brief'])
const REFERENCES = 10
const OTHERS = 100
/** With 400, most questions have as many answers as are compared. */
export const PEOPLE_OTHERS = [OTHERS, 400]
const MODEL_SHARE = 0.4
const ANSWERS = 3
const VARIED_PARTICIPANTS = 100

const INDEPENDENT = join(import.meta.dirname, '../../text/independent_models.ndjson.gz')

export function referenceFigures(data: string, people: readonly Participant[]): ReferenceFigures {
  const given = referencesAtHand(data)
  const varied = rowsIn(join(data, 'text', 'gpt'))
    .filter((row) => 'style' in row && (textOf(row, 'lang') || 'en') === 'en')
    .map((row) => ({
      question: textOf(row, 'question'),
      style: textOf(row, 'style'),
      run: null,
      text: textOf(row, 'text'),
    }))
  const independent = rowsOf(INDEPENDENT).map((row) => ({
    question: textOf(row, 'question'),
    style: textOf(row, 'style').replace('independent ', ''),
    run: textOf(row, 'participant'),
    text: textOf(row, 'text'),
  }))
  const surveys = groupsOf(people, ({ survey }) => survey).map(([survey, own]) => ({
    survey,
    people: seededRandom(31).shuffle(own),
  }))
  const pool = [...varied, ...independent].filter(({ style }) => REFERENCE_STYLES.has(style))
  return {
    people: surveys
      .map(({ survey, people: own }) => ({
        survey,
        flagged: PEOPLE_OTHERS.map((others) => flaggedPeople(own, pool, given, others)),
      }))
      .filter(({ flagged }) => worst(flagged).of > 0)
      .sort((a, b) => worst(b.flagged).share - worst(a.flagged).share),
    independent: [
      [REFERENCES, 0],
      [5, 0],
      [REFERENCES, MODEL_SHARE],
      [5, MODEL_SHARE],
    ].flatMap(([count = 0, share = 0]) => foundIndependent(surveys, independent, varied, count, share)),
    varied: foundVaried(surveys, varied),
  }
}

const worst = (shares: readonly Share[]): Share => shares.reduce((a, b) => (b.share > a.share ? b : a))

/** Answers of a chatbot that the development data has for single questions. */
function referencesAtHand(data: string): ReadonlyMap<string, readonly string[]> {
  const path = join(data, 'text/gpt/reference_answers.json')
  if (!existsSync(path)) return new Map()
  return new Map(Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, string[]>))
}

export const asReferences = (question: string, texts: readonly string[]): Reference[] =>
  texts.map((text, at) => ({ id: String(at), wording: wordingOf(styleWords(text), question) }))

function flaggedPeople(
  people: readonly Participant[],
  pool: readonly ModelAnswer[],
  given: ReadonlyMap<string, readonly string[]>,
  others: number,
): Share {
  const random = seededRandom(17)
  const members = people.slice(0, others)
  const stats = statsOf(members.map(({ answers }) => answers))
  const references = new Map(
    [...stats.keys()].flatMap((question) => {
      const texts = pool.filter((answer) => answer.question === question).map(({ text }) => text)
      const own =
        texts.length === 0 ? (given.get(question) ?? []) : random.shuffle(texts).slice(0, REFERENCES)
      return own.length === 0 ? [] : [[question, asReferences(question, own)] as const]
    }),
  )
  if (references.size === 0) return shareOf(0, 0)
  const isMember = new Set(members)
  const flagged = people.filter((person) =>
    foundInAny(
      'gpt',
      Object.entries(person.answers).map(([question, answer]): Given => {
        const all = stats.get(question) ?? null
        const own = isMember.has(person) ? sampleFrom(answer, question) : null
        return {
          question,
          answer,
          stats: all === null || own === null ? all : removeSample(all, own),
          ...(references.has(question) && { references: references.get(question) as Reference[] }),
        }
      }),
    ),
  )
  return shareOf(flagged.length, people.length)
}

interface SurveyPeople {
  readonly survey: string
  readonly people: readonly Participant[]
}

/** Each run among people, with answers of the other runs as references and, with `share`, as participants. */
function foundIndependent(
  surveys: readonly SurveyPeople[],
  independent: readonly ModelAnswer[],
  varied: readonly ModelAnswer[],
  count: number,
  share: number,
): FoundModels[] {
  const random = seededRandom(23)
  const results: { style: string; found: boolean; alone: boolean }[] = []
  for (const { people } of surveys) {
    const asked = new Set(people.slice(0, 2 * OTHERS).flatMap(({ answers }) => Object.keys(answers)))
    const own = independent.filter(({ question }) => asked.has(question))
    for (const [run, answers] of groupsOf(own, (answer) => answer.run ?? '')) {
      const given = answers.flatMap(({ question, text }): Given[] => {
        const others = random.shuffle(own.filter((one) => one.question === question && one.run !== run))
        const models = [
          ...others.slice(count),
          ...varied.filter((one) => one.question === question && REFERENCE_STYLES.has(one.style)),
        ]
        const stats = statsWith(question, people, models, share, random)
        const references = asReferences(
          question,
          others.slice(0, count).map((one) => one.text),
        )
        return stats === null ? [] : [{ question, answer: text, stats, references }]
      })
      if (given.length === 0) continue
      results.push({ style: answers[0]?.style ?? '', ...foundWithAndWithout(given) })
    }
  }
  return byStyle(results, count, share)
}

/** Three answers of one style, with ten answers of the usual styles as references. */
function foundVaried(surveys: readonly SurveyPeople[], varied: readonly ModelAnswer[]): FoundModels[] {
  const random = seededRandom(29)
  const results: { style: string; found: boolean; alone: boolean }[] = []
  for (const { people } of surveys) {
    const questions = groupsOf(varied, ({ question }) => question).flatMap(([question, own]) => {
      const stats = statsWith(question, people, [], 0, random)
      if (stats === null) return []
      const chosen = random
        .shuffle(own.filter(({ style }) => REFERENCE_STYLES.has(style)))
        .slice(0, REFERENCES)
      const references = asReferences(
        question,
        chosen.map(({ text }) => text),
      )
      return [{ question, stats, references, left: own.filter((answer) => !chosen.includes(answer)) }]
    })
    if (questions.length < ANSWERS) continue
    for (const style of new Set(varied.map((answer) => answer.style))) {
      for (let at = 0; at < VARIED_PARTICIPANTS; at++) {
        const given = random
          .shuffle(questions)
          .slice(0, ANSWERS)
          .flatMap(({ question, stats, references, left }): Given[] => {
            const own = left.filter((answer) => answer.style === style)
            return own.length === 0 ? [] : [{ question, answer: random.pick(own).text, stats, references }]
          })
        results.push({ style, ...foundWithAndWithout(given) })
      }
    }
  }
  return byStyle(results, REFERENCES, 0)
}

export function foundWithAndWithout(given: readonly Given[]) {
  return {
    found: foundInAny('gpt', given),
    alone: foundInAny(
      'gpt',
      given.map(({ references: _, ...rest }) => rest),
    ),
  }
}

const byStyle = (
  results: readonly { style: string; found: boolean; alone: boolean }[],
  references: number,
  models: number,
): FoundModels[] =>
  groupsOf(results, ({ style }) => style).map(([style, own]) => ({
    style,
    references,
    models,
    found: shareOf(own.filter(({ found }) => found).length, own.length),
    byStyleAlone: shareOf(own.filter(({ alone }) => alone).length, own.length),
  }))

/** Null: too few people answered. */
function statsWith(
  question: string,
  people: readonly Participant[],
  models: readonly ModelAnswer[],
  share: number,
  random: SeededRandom,
): QuestionStats | null {
  const answers = people.flatMap(({ answers: own }) => own[question] ?? []).slice(0, OTHERS * (1 - share))
  if (answers.length < REFERENCE_LIMITS.others) return null
  const added = random.shuffle(models).slice(0, Math.round((answers.length * share) / (1 - share)))
  return (
    statsOf([...answers, ...added.map(({ text }) => text)].map((answer) => ({ [question]: answer }))).get(
      question,
    ) ?? null
  )
}
