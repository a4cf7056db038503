/**
 * Fits the experts for the style of language models.
 *
 *   node tools/text/train_gpt.ts --data ../shared/data --corpus DIR --sets DIR --out src/models/text/gpt.json
 *     [--without 0/3]
 *
 * Uses answers of models and people to the same questions, from surveys whose license allows shipping a fitted model.
 * `--without` leaves out every third question, to evaluate the experts on unseen questions;
 * `evaluate_left_out_surveys.ts` leaves out whole surveys.
 */
import { writeFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { option, required } from './args.ts'
import { fitExperts, fitTexts, LENGTHS, quantise, readWriting } from './gpt_experts.ts'
import { fittedAnswers } from './gpt_rows.ts'
import { otherWriting } from './other_writing.ts'

const [left, of] = (option('without') ?? '-1/1').split('/').map(Number) as [number, number]
const all = fittedAnswers(required('data'), required('sets'))
const questions = [...new Set(all.map(({ question }) => question))].sort()
const writing = readWriting(otherWriting(required('data'), required('corpus')))
const texts = fitTexts(
  all.filter(({ question }) => questions.indexOf(question) % of !== left),
  writing,
)
const experts = fitExperts(texts).map(({ model, people, spread }) => {
  const { scale, steps } = quantise(model)
  return {
    bias: Number(model.bias.toFixed(5)),
    scale: Number(scale.toPrecision(6)),
    weights: deflateSync(new Uint8Array(steps.buffer), { level: 9 }).toString('base64'),
    people: people.map((weight) => Number(weight.toPrecision(5))),
    spread: spread.map((deviation) => Number(deviation.toPrecision(5))),
  }
})
const models = texts.answers.filter(({ isModel }) => isModel).length
writeFileSync(
  required('out'),
  `${JSON.stringify(
    {
      provenance: {
        what: 'logistic regressions over the features in features/text/style.ts, eight-bit steps, deflated, base64',
        people: `${texts.answers.length - models} answers: learning-r (Apache-2.0), Haskell survey (ODbL-1.0), Jupyter surveys (CC0-1.0), NHS patients (MIT), Polis conversations (CC BY 4.0), Christmas experiment (CC BY 4.0)`,
        otherWriting: `${writing.length} texts of people and of models: Common Voice (CC0-1.0), Ghostbuster (CC BY 3.0), Fast-DetectGPT (MIT), SeqXGPT (Apache-2.0), KLiCKe (CC BY 4.0)`,
        models: `${models} answers to the same questions, made for this project`,
        made: '2026-11-15',
        script: 'tools/text/train_gpt.ts',
      },
      lengths: LENGTHS,
      experts,
    },
    null,
    1,
  )}\n`,
)
console.log(
  texts.answers.length,
  'answers',
  experts.map(({ weights }) => weights.length),
)
