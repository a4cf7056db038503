/**
 * Fits the model that separates sentences from shuffled sentences.
 *
 *   node research/text/train_order.ts --data ../shared/data --corpus DIR --out src/models/text/order.json
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { plainText } from '../../src/features/text/normalize.ts'
import { isMark, ORDER_WIDTH, orderOf, orderTokens } from '../../src/features/text/style/order.ts'
import { seededRandom } from '../seeded_random.ts'
import { option, required } from './args.ts'
import { sentencesIn } from './corpus.ts'
import { rowsIn, textOf } from './data.ts'
import { quantise } from './gpt_experts.ts'
import { fitLogistic, type SparseRow } from './logistic.ts'
import { MIXED_SOURCES } from './other_writing.ts'

const SOURCES = (option('fit') ?? 'haskell-survey,learning-r').split(',')
const MIN_WORDS = 4
const MAX_WORDS = 120

/** Share of texts without punctuation, so that the order of words is fitted too. */
const UNMARKED = 0.4

/** Random words that were never a sentence. */
const HEAPS = 15_000

const data = required('data')
const random = seededRandom(13)
const texts = [
  ...rowsIn(join(data, 'text/survey_human'))
    .filter((row) => row.lang === 'en' && SOURCES.includes(textOf(row, 'source')))
    .map((row) => textOf(row, 'text')),
  ...rowsIn(join(data, 'text/gpt'))
    .filter((row) => ('style' in row && row.lang === 'en') || MIXED_SOURCES.includes(textOf(row, 'source')))
    .map((row) => textOf(row, 'text')),
  ...rowsIn(join(data, 'human/klicke')).flatMap((row) => textOf(row, 'final').split(/(?<=[.!?])\s+/)),
  ...sentencesIn(required('corpus'), 'en'),
].filter((text) => {
  const words = text.split(/\s+/).length
  return words >= MIN_WORDS && words <= MAX_WORDS
})

const unmarked = (tokens: readonly string[]) => tokens.filter((token) => !isMark(token))
const rowOf = (tokens: readonly string[], label: 0 | 1): SparseRow => ({
  ...orderOf(tokens),
  label,
  weight: 1,
})
const rows = texts.flatMap((text) => {
  const shuffled = random.shuffle(plainText(text).split(/\s+/)).join(' ')
  const keep = random.next() < UNMARKED ? unmarked : (tokens: readonly string[]) => tokens
  return [rowOf(keep(orderTokens(text)), 0), rowOf(keep(orderTokens(shuffled)), 1)]
})
const words = random
  .shuffle(texts)
  .slice(0, 20_000)
  .flatMap((text) => unmarked(orderTokens(text)))
for (let made = 0; made < HEAPS; made++) {
  rows.push(
    rowOf(
      Array.from({ length: MIN_WORDS + random.below(12) }, () => random.pick(words)),
      1,
    ),
  )
}
const model = fitLogistic(rows, { width: ORDER_WIDTH, passes: 4, rate: 0.2, shrink: 1e-6 }, seededRandom(2))
const { scale, steps } = quantise(model)
writeFileSync(
  required('out'),
  `${JSON.stringify(
    {
      provenance: {
        what: 'logistic regression over the features in features/text/order.ts, eight-bit steps, deflated, base64',
        texts: `${texts.length}: ${SOURCES.join(', ')} (learning-r Apache-2.0, Haskell survey ODbL-1.0), Common Voice (CC0-1.0), Ghostbuster (CC BY 3.0), Fast-DetectGPT (MIT), SeqXGPT (Apache-2.0), KLiCKe (CC BY 4.0), model answers made for this project; each also with its words shuffled`,
        made: '2026-11-15',
        script: 'research/text/train_order.ts',
      },
      bias: Number(model.bias.toFixed(5)),
      scale: Number(scale.toPrecision(6)),
      weights: deflateSync(new Uint8Array(steps.buffer), { level: 9 }).toString('base64'),
    },
    null,
    1,
  )}\n`,
)
console.log(texts.length, 'texts')
