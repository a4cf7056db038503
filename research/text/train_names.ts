/**
 * Fits the letter model of names, and the weights that separate random keys from names and words of any language.
 *
 *   node research/text/train_names.ts --names DIR --out src/models/text/names.json
 *
 * DIR has one text file per list, with one name per line. The shipped weights were fitted on lists of faker-ruby (MIT) and
 * dariusk/corpora (CC0-1.0): names of people, places, brands and products. 90 other lists were left out to evaluate.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { lettersOf } from '../../src/models/text/letters.ts'
import { nameMashFeaturesWith } from '../../src/models/text/name_mash.ts'
import { seededRandom } from '../seeded_random.ts'
import { required } from './args.ts'
import { fitDense } from './dense.ts'
import { letterTable } from './letter_table.ts'
import { mashWord } from './mash_words.ts'

/** The limits per list, so that none dominates. */
const NAMES_PER_LIST = 3_000
const FITTED_PER_LIST = 300

const LEAST_LETTERS = 3
const STEPS = 300

const random = seededRandom(17)
const folder = required('names')
const lists = readdirSync(folder)
  .sort()
  .map((file) => random.shuffle(readFileSync(join(folder, file), 'utf8').split('\n')))

const wordsOf = (most: number) =>
  new Set(
    lists
      .flatMap((list) => list.slice(0, most))
      .flatMap((name) => lettersOf(name).split(' '))
      .filter((word) => word.length >= LEAST_LETTERS),
  )

const { table, letters } = letterTable([...wordsOf(NAMES_PER_LIST)])
const bytes = inflateSync(Buffer.from(table, 'base64'))
const real = [...wordsOf(FITTED_PER_LIST)].map((word) => nameMashFeaturesWith(word, bytes))
const mashed = real.map(() => nameMashFeaturesWith(mashWord(random), bytes))
const inputs = [...real, ...mashed]
const weights = fitDense(
  inputs,
  inputs.map((_, at) => (at < real.length ? 0 : 1)),
  inputs.map(() => 1 / inputs.length),
  STEPS,
)
writeFileSync(
  required('out'),
  `${JSON.stringify(
    {
      provenance: {
        what: 'character 4-gram surprise of names as in letters.json; logistic regression over the features in name_mash.ts',
        names: `${lists.length} lists of faker-ruby (MIT) and dariusk/corpora (CC0-1.0), ${letters} letters`,
        mashed: `${mashed.length} words made by research/text/mash_words.ts, seed 17`,
        made: '2026-11-16',
        script: 'research/text/train_names.ts',
      },
      weights: weights.map((weight) => Number(weight.toPrecision(6))),
      letters: table,
    },
    null,
    1,
  )}\n`,
)
console.log(
  lists.length,
  'lists;',
  real.length,
  'words;',
  weights.map((weight) => weight.toFixed(2)).join(' '),
)
