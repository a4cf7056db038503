/**
 * Judges experts on style by the questions that were left out of their fit.
 *
 *   for k in 0 1 2; do node tools/text/train_gpt.ts --data ../shared/data --corpus DIR --without $k/3 --out k$k.json; done
 *   node tools/text/judge_gpt.ts --data ../shared/data k0.json k1.json k2.json
 *
 * Prints, for each manner of writing, the recall at the score that 1 % of real participants exceed: from one answer
 * and from three. Participants are put together by chance from the left-out questions of one survey.
 */
import { readFileSync } from 'node:fs'
import { plainText } from '../../src/features/text/normalise.ts'
import { registerOf } from '../../src/features/text/register.ts'
import { viewsOf } from '../../src/features/text/style.ts'
import { fuseStyles, openStyleModel, type StyleScores } from '../../src/models/text/gpt.ts'
import { writingScore } from '../../src/models/text/gpt_writing.ts'
import { recallAt } from '../evaluate/survey/ranking.ts'
import { option, required } from './args.ts'
import { chance } from './chance.ts'
import { type GptAnswer, gptAnswers } from './gpt_rows.ts'

const SOURCES = (option('fit') ?? 'haskell-survey,learning-r').split(',')
const MIN_WORDS = 4
const PARTICIPANTS = 20_000

const files = process.argv.slice(2).filter((name) => name.endsWith('.json'))
const answers = gptAnswers(required('data')).filter(
  ({ source, words }) => SOURCES.includes(source) && words >= MIN_WORDS,
)
const questions = [
  ...new Set(
    gptAnswers(required('data'))
      .filter(({ source }) => SOURCES.includes(source))
      .map(({ question }) => question),
  ),
].sort()
const models = files.map((name) => openStyleModel(JSON.parse(readFileSync(name, 'utf8'))))

interface Scored {
  readonly answer: GptAnswer
  readonly scores: StyleScores
}

const scored = answers.map((answer): Scored => {
  const model = models[questions.indexOf(answer.question) % models.length]
  if (model === undefined) throw new Error('no model was fitted without this question')
  const { features, words, text } = answer
  const register = registerOf(plainText(text))
  const writing = writingScore({ views: viewsOf(text), words, register })
  return { answer, scores: [...model({ features, words, register }), writing] }
})

const luck = chance(5)
const score = (several: readonly Scored[]) => fuseStyles(several.map(({ scores }) => scores)).answering
const participants = (own: readonly Scored[], size: number, count: number) => {
  const surveys = [...Map.groupBy(own, ({ answer }) => answer.source).values()].filter(
    (each) => each.length >= size,
  )
  return Array.from({ length: count }, () => {
    const survey = luck.pick(surveys)
    const several = new Set<Scored>()
    while (several.size < size) several.add(luck.pick(survey))
    return score([...several])
  })
}

const people = scored.filter(({ answer }) => !answer.isModel)
const honestOne = people.map((one) => score([one]))
const honestThree = participants(people, 3, PARTICIPANTS)
for (const [style, own] of Map.groupBy(scored, ({ answer }) => answer.style)) {
  if (style === 'human') continue
  const one = recallAt(
    0.01,
    honestOne,
    own.map((each) => score([each])),
  )
  const three = recallAt(0.01, honestThree, participants(own, 3, 2_000))
  console.log(style.padEnd(12), 'one', one.toFixed(2), 'three', three.toFixed(2))
}
const buckets = [5, 20, 40, 70, 100, 150]
for (const [at, from] of buckets.slice(0, -1).entries()) {
  const isIn = ({ answer }: Scored) => answer.words >= from && answer.words < (buckets[at + 1] as number)
  const honest = people.filter(isIn).map((one) => score([one]))
  const own = scored.filter((each) => each.answer.isModel && isIn(each)).map((each) => score([each]))
  console.log(
    `${from} to ${buckets[at + 1]} words`,
    own.length,
    'answers, one at 1 %',
    recallAt(0.01, honest, own).toFixed(2),
  )
}
