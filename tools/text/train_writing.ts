/**
 * Fits the expert for the style of language models in general writing.
 *
 *   node --max-old-space-size=6000 tools/text/train_writing.ts --data ../shared/data --corpus DIR --sets DIR
 *     --out src/models/text/gpt_writing.json
 */
import { writeFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { required } from './args.ts'
import { LENGTHS, quantise } from './gpt_experts.ts'
import { gptAnswers } from './gpt_rows.ts'
import { fitWriting, writingAtLarge } from './gpt_writing.ts'
import { otherWriting, type Writing } from './other_writing.ts'
import { publishedAnswers } from './survey_people.ts'

const SURVEYS = ['haskell-survey', 'learning-r']
/** The weight of people's answers, which are many and similar. */
const PEOPLE_SHARE = 2

const data = required('data')
const alone = (kind: string, text: string): Writing => ({ kind, text, isModel: false, isPaired: false })
const people = gptAnswers(data)
  .filter(({ isModel, source }) => !isModel && SURVEYS.includes(source))
  .filter((_, at) => at % PEOPLE_SHARE === 0)
  .map(({ source, text }) => alone(source, text))
const published = publishedAnswers(required('sets')).map(({ text }) => alone('jupyter', text))
const writing = writingAtLarge(
  [...otherWriting(data, required('corpus')), ...people, ...published],
  required('sets'),
  data,
)
const { bias, weights, people: baseline, spread } = fitWriting(writing)
const views = weights.map((own) => {
  const { scale, steps } = quantise({ weights: own, bias: 0 })
  return {
    scale: Number(scale.toPrecision(6)),
    weights: deflateSync(new Uint8Array(steps.buffer), { level: 9 }).toString('base64'),
  }
})
const models = writing.filter(({ isModel }) => isModel).length
writeFileSync(
  required('out'),
  `${JSON.stringify(
    {
      provenance: {
        what: 'logistic regressions over the three views in features/text/style.ts, eight-bit steps, deflated, base64',
        people: `${writing.length - models} texts: Haskell survey (ODbL-1.0), learning-r (Apache-2.0), Jupyter surveys (CC0-1.0), Common Voice (CC0-1.0), KLiCKe (CC BY 4.0), and the human side of the pairs`,
        pairs: `${models} texts of models: Ghostbuster (CC BY 3.0), Fast-DetectGPT (MIT), SeqXGPT (Apache-2.0), L2R (CC BY 3.0), ImBD (Apache-2.0), Glimpse (MIT), ChatGPT student essay study (Apache-2.0), gpt-MT (MIT), ALMA (MIT), GPTID (MIT), multilingual_reviews_deception (MIT)`,
        made: '2026-11-15',
        script: 'tools/text/train_writing.ts',
      },
      lengths: LENGTHS,
      bias: Number(bias.toFixed(5)),
      views,
      people: baseline.map((weight) => Number(weight.toPrecision(5))),
      spread: spread.map((deviation) => Number(deviation.toPrecision(5))),
    },
    null,
    1,
  )}\n`,
)
console.log(
  writing.length,
  'texts',
  views.map(({ weights: own }) => own.length),
)
