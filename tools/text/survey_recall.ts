/** How well scores separate the participants of a survey from models, by manner of writing. */
import { fuseStyles, type StyleScores } from '../../src/models/text/gpt.ts'
import { recallAt } from '../evaluate/survey/ranking.ts'
import { seededRandom } from '../seeded_random.ts'
import type { GptAnswer } from './gpt_rows.ts'

export interface Scored {
  readonly answer: GptAnswer
  readonly scores: StyleScores
}

/** Shorter answers are not evaluated. */
export const MIN_WORDS = 4
const PARTICIPANTS = 5_000
const MODEL_PARTICIPANTS = 1_000
const SIZES = [1, 2, 3, 4, 5]
const SHARES = [0.01, 0.005, 0.002, 0.001]

/** Random groups of answers to different questions, in place of participants. */
function participants(own: readonly Scored[], size: number, count: number): number[] {
  const random = seededRandom(5)
  const questions = [...Map.groupBy(own, ({ answer }) => answer.question).values()]
  const pick = () =>
    questions.length < size
      ? random.shuffle(own).slice(0, size)
      : random
          .shuffle(questions)
          .slice(0, size)
          .map((each) => random.pick(each))
  return Array.from({ length: count }, () => fuseStyles(pick().map(({ scores }) => scores)).answering)
}

export interface Recall {
  /** Recall at the score that 1% of people with as many answers exceed. */
  readonly one: number
  readonly three: number
}

export function recallByManner(survey: readonly Scored[]): Record<string, Recall> {
  const people = survey.filter(({ answer }) => !answer.isModel)
  const score = (each: Scored) => fuseStyles([each.scores]).answering
  const [honestOne, honestThree] = [people.map(score), participants(people, 3, PARTICIPANTS)]
  const manners = [...Map.groupBy(survey, ({ answer }) => answer.style)].filter(
    ([style]) => style !== 'human',
  )
  return Object.fromEntries(
    manners
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([style, own]) => [
        style,
        {
          one: recallAt(0.01, honestOne, own.map(score)),
          three: recallAt(0.01, honestThree, participants(own, 3, MODEL_PARTICIPANTS)),
        },
      ]),
  )
}

/** For each number of answers, the scores that given shares of people exceed. The limits are based on these. */
export function limitsOf(survey: readonly Scored[]): string[] {
  const people = survey.filter(({ answer }) => !answer.isModel)
  return SIZES.map((size) => {
    const scores = participants(people, size, PARTICIPANTS).sort((a, b) => b - a)
    const at = SHARES.map(
      (share) => `${100 * share}% ${scores[Math.floor(share * scores.length)]?.toFixed(2)}`,
    )
    return `${size} answers: ${at.join(', ')}`
  })
}

export function printSurvey(name: string, survey: readonly Scored[]): void {
  console.log(`${name}: ${survey.length} answers`)
  for (const [style, { one, three }] of Object.entries(recallByManner(survey))) {
    console.log(' ', style.padEnd(12), 'one', one.toFixed(2), 'three', three.toFixed(2))
  }
  for (const line of limitsOf(survey)) console.log(' ', line)
}
