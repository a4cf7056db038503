/**
 * Fits the experts on the style of language models.
 *
 *   node tools/text/train_gpt.ts --data ../shared/data --corpus DIR --out src/models/text/gpt.json
 *     [--fit source,source] [--without 0/3]
 *
 * Models' answers and people's answers to the same questions, from the sets whose licence allows to ship what is
 * fitted on them. `--fit` names other sources and `--without` leaves out every third question, to judge how the method
 * carries over to surveys and questions it has not seen.
 */
import { writeFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { option, required } from './args.ts'
import { fitExperts, LENGTHS, quantise, readWriting } from './gpt_experts.ts'
import { gptAnswers } from './gpt_rows.ts'
import { otherWriting } from './other_writing.ts'

const sources = (option('fit') ?? 'haskell-survey,learning-r').split(',')
const [left, of] = (option('without') ?? '-1/1').split('/').map(Number) as [number, number]
const all = gptAnswers(required('data')).filter(({ source }) => sources.includes(source))
const questions = [...new Set(all.map(({ question }) => question))].sort()
const answers = all.filter(({ question }) => questions.indexOf(question) % of !== left)
const writing = readWriting(otherWriting(required('data'), required('corpus')))
const experts = fitExperts(answers, writing).map(({ model, people, spread }) => {
  const { scale, steps } = quantise(model)
  return {
    bias: Number(model.bias.toFixed(5)),
    scale: Number(scale.toPrecision(6)),
    weights: deflateSync(new Uint8Array(steps.buffer), { level: 9 }).toString('base64'),
    people: people.map((weight) => Number(weight.toPrecision(5))),
    spread: spread.map((deviation) => Number(deviation.toPrecision(5))),
  }
})
const models = answers.filter(({ isModel }) => isModel).length
writeFileSync(
  required('out'),
  `${JSON.stringify(
    {
      provenance: {
        what: 'logistic regressions over the features in features/text/style.ts, eight-bit steps, deflated, base64',
        people: `${answers.length - models} answers: ${sources.join(', ')} (learning-r Apache-2.0, Haskell survey ODbL-1.0)`,
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
  answers.length,
  'answers',
  experts.map(({ weights }) => weights.length),
)
