/** How well scores tell one survey's participants from models that answer it, in every manner. */
import { fuseStyles, type StyleScores } from '../../src/models/text/gpt.ts'
import { recallAt } from '../evaluate/survey/ranking.ts'
import { chance } from './chance.ts'
import type { GptAnswer } from './gpt_rows.ts'

export interface Scored {
  readonly answer: GptAnswer
  readonly scores: StyleScores
}

/** Fewer words than this are no answer that could be judged. */
export const MIN_WORDS = 4
const PARTICIPANTS = 5_000
const MODEL_PARTICIPANTS = 1_000
const SIZES = [1, 2, 3, 4, 5]
const SHARES = [0.01, 0.005, 0.002, 0.001]

/** Participants put together by chance, of as many questions as there are. */
function participants(own: readonly Scored[], size: number, count: number): number[] {
  const luck = chance(5)
  const questions = [...Map.groupBy(own, ({ answer }) => answer.question).values()]
  const pick = () =>
    questions.length < size
      ? luck.shuffle(own).slice(0, size)
      : luck
          .shuffle(questions)
          .slice(0, size)
          .map((each) => luck.pick(each))
  return Array.from({ length: count }, () => fuseStyles(pick().map(({ scores }) => scores)).answering)
}

export interface Recall {
  /** At the score that 1 % of the survey's people exceed with as many answers. */
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

/** For each number of answers, the scores that some shares of people exceed: what limits are set by. */
export function limitsOf(survey: readonly Scored[]): string[] {
  const people = survey.filter(({ answer }) => !answer.isModel)
  return SIZES.map((size) => {
    const scores = participants(people, size, PARTICIPANTS).sort((a, b) => b - a)
    const at = SHARES.map(
      (share) => `${100 * share} % ${scores[Math.floor(share * scores.length)]?.toFixed(2)}`,
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
