/**
 * Fits the experts for the style of language models.
 *
 *   node --max-old-space-size=8192 research/text/train_gpt.ts --data ../shared/data --sets DIR
 *     --out src/models/text/gpt.json [--scores FILE]
 *
 * Uses answers of models and people to the same questions, from surveys whose license allows shipping a fitted model. Each
 * survey is also scored by experts that were fitted without it: their scores of people are the baseline, and `--scores`
 * writes the scores of all answers, for `gpt_limits.ts`.
 */
import { writeFileSync } from 'node:fs'
import { deflateSync, gzipSync } from 'node:zlib'
import { registerOf } from '../../src/features/text/register.ts'
import { deviations } from '../../src/models/text/gpt.ts'
import { option, required } from './args.ts'
import { baselineOf, fitModels, fitTexts, LENGTHS, quantise, scoreText, without } from './gpt_experts.ts'
import { type GptAnswer, gptAnswers, isFitted } from './gpt_rows.ts'
import { type LogisticModel, logitOf } from './logistic.ts'

const all = gptAnswers(required('data'), required('sets'))
const texts = fitTexts(all.filter(isFitted), required('data'))
const surveys = [...new Set(texts.answers.map(({ source }) => source))]
const final = fitModels(texts)
const leftOut = new Map<string, LogisticModel[]>()
for (const survey of surveys) {
  leftOut.set(survey, fitModels(without(texts, survey)))
  console.log('fitted without', survey)
}
const modelsFor = ({ source }: GptAnswer) => leftOut.get(source) ?? final

const people = texts.answers
  .filter(({ isModel }) => !isModel)
  .map((answer) => scoreText(modelsFor(answer), answer))
const baselines = final.map((_, expert) => baselineOf(people, expert))
const models = texts.answers.filter(({ isModel }) => isModel).length
writeFileSync(
  required('out'),
  `${JSON.stringify(
    {
      provenance: {
        what: 'logistic regressions over the features in features/text/style.ts, eight-bit steps, deflated, base64',
        people: `${texts.answers.length - models} answers: learning-r (Apache-2.0), Haskell survey (ODbL-1.0), Jupyter surveys (CC0-1.0), NHS patients (MIT), Polis conversations (CC BY 4.0), Christmas experiment (CC BY 4.0), reactions of crowd workers (CC BY 4.0), TOEFL essays (MIT), KLiCKe essays (CC BY 4.0)`,
        otherWriting: `${texts.writing.length} texts of people and of models: Ghostbuster (CC BY 3.0), Fast-DetectGPT (MIT), SeqXGPT (Apache-2.0)`,
        models: `${models} answers to the same questions, made for this project`,
        made: '2026-11-16',
        script: 'research/text/train_gpt.ts',
      },
      lengths: LENGTHS,
      experts: final.map((model, at) => {
        const { scale, steps } = quantise(model)
        const { people, spread } = baselines[at] as (typeof baselines)[number]
        return {
          bias: Number(model.bias.toFixed(5)),
          scale: Number(scale.toPrecision(6)),
          weights: deflateSync(new Uint8Array(steps.buffer), { level: 9 }).toString('base64'),
          people: people.map((weight) => Number(weight.toPrecision(5))),
          spread: spread.map((deviation) => Number(deviation.toPrecision(5))),
        }
      }),
    },
    null,
    1,
  )}\n`,
)

const scoresFile = option('scores')
if (scoresFile !== undefined) {
  // The baseline of a survey comes from all others.
  const baselinesWithout = new Map(
    [...new Set(all.map(({ source }) => source))].map((survey) => {
      const others = people.filter(({ source }) => source !== survey)
      return [survey, final.map((_, expert) => baselineOf(others, expert))] as const
    }),
  )
  const lines = all.map((answer) => {
    const { source, question, participant, style, text, words, features } = answer
    const own = baselinesWithout.get(source) as typeof baselines
    const input = { register: registerOf(words), words: words.length }
    const scores = modelsFor(answer).map((model, expert) =>
      deviations(logitOf(model, features), own[expert] as (typeof own)[number], LENGTHS, input).toFixed(3),
    )
    return JSON.stringify({ source, question, participant, style, text, scores: scores.map(Number) })
  })
  writeFileSync(scoresFile, gzipSync(lines.join('\n')))
}
console.log(texts.answers.length, 'answers of', surveys.length, 'surveys')
