/**
 * Fits the weights that tell a mashed word from a real one.
 *
 *   node tools/text/train_mash.ts --corpus DIR --data ../shared/data --out src/models/text/mash.json
 *
 * Real words: the CC0 sentences of the corpus and the words of the two surveys whose licence allows it.
 * Mashed words: made by rule (mash_words.ts), never taken from the sets that the check is judged on.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lettersOf } from '../../src/models/text/letters.ts'
import { mashFeatures } from '../../src/models/text/mash.ts'
import { required } from './args.ts'
import { chance } from './chance.ts'
import { sentencesIn } from './corpus.ts'
import { rowsIn, textOf } from './data.ts'
import { fitDense } from './dense.ts'
import { mashWord } from './mash_words.ts'

const MASHED = 20_000
const STEPS = 300

const luck = chance(7)
const inputs: number[][] = []
const labels: number[] = []
const importance: number[] = []

const surveys = rowsIn(join(required('data'), 'text/survey_human')).filter(
  (row) => row.lang === 'en' && (row.source === 'learning-r' || row.source === 'haskell-survey'),
)
for (const texts of [sentencesIn(required('corpus'), 'en'), surveys.map((row) => textOf(row, 'text'))]) {
  for (const [word, count] of countWords(texts)) {
    if (word.length < 2) continue
    inputs.push(mashFeatures(word, 'en'))
    labels.push(0)
    importance.push(Math.sqrt(count))
  }
}
const real = importance.reduce((sum, each) => sum + each, 0)
for (let made = 0; made < MASHED; made++) {
  inputs.push(mashFeatures(mashWord(luck), 'en'))
  labels.push(1)
  importance.push(real / MASHED)
}

const total = importance.reduce((sum, each) => sum + each, 0)
const weights = fitDense(
  inputs,
  labels,
  importance.map((each) => each / total),
  STEPS,
)
writeFileSync(
  required('out'),
  `${JSON.stringify(
    {
      provenance: {
        what: 'logistic regression over the features in mash.ts, in their own units',
        real: 'Common Voice sentences (CC0-1.0), learning-r survey (Apache-2.0), Haskell survey (ODbL-1.0)',
        mashed: `${MASHED} words made by tools/text/mash_words.ts, seed 7`,
        made: '2026-11-15',
        script: 'tools/text/train_mash.ts',
      },
      weights: weights.map((weight) => Number(weight.toPrecision(6))),
    },
    null,
    1,
  )}\n`,
)
console.log(inputs.length, 'words;', weights.map((weight) => weight.toFixed(2)).join(' '))

function countWords(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) {
    for (const word of lettersOf(text).split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}
