/**
 * Selects the vocabulary and the training sentences of the meaning model.
 *
 *   node research/text/meaning_texts.ts --data ../shared/data --corpus DIR --out DIR
 *
 * Writes words.txt and sentences.txt, one per line. Uses only sets whose license allows shipping a fitted model.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { foldText, plainText } from '../../src/features/text/normalize.ts'
import { wordsOf } from '../../src/features/text/words.ts'
import { seededRandom } from '../seeded_random.ts'
import { required } from './args.ts'
import { sentencesIn } from './corpus.ts'
import { rowsIn, textOf } from './data.ts'
import { MIXED_SOURCES } from './other_writing.ts'

const WORDS = 24_000
const MIN_TEXTS = 3
const SURVEY_SOURCES = ['learning-r', 'haskell-survey']

const data = required('data')
const random = seededRandom(21)
const surveys = rowsIn(join(data, 'text/survey_human')).filter(
  (row) => row.lang === 'en' && SURVEY_SOURCES.includes(textOf(row, 'source')),
)
const models = rowsIn(join(data, 'text/gpt')).filter((row) => 'style' in row && row.lang === 'en')
const mixed = rowsIn(join(data, 'text/gpt')).filter((row) => MIXED_SOURCES.includes(textOf(row, 'source')))
const essays = rowsIn(join(data, 'human/klicke'))

const split = (text: string) =>
  plainText(text)
    .split(/(?<=[.!?])\s+|\n+/)
    .filter((sentence) => wordsOf(sentence).length >= 3)
const sources: readonly (readonly [texts: string[], count: number])[] = [
  [surveys.map((row) => plainText(textOf(row, 'text'))), 20_000],
  [[...new Set([...surveys, ...models].map((row) => textOf(row, 'question')))], 100],
  [models.flatMap((row) => split(textOf(row, 'text'))), 10_000],
  [sentencesIn(required('corpus'), 'en').map(plainText), 45_000],
  [mixed.flatMap((row) => split(textOf(row, 'text'))), 20_000],
  [essays.flatMap((row) => split(textOf(row, 'final'))), 9_000],
]
const counts = new Map<string, number>()
for (const [texts] of sources) {
  for (const text of texts) {
    for (const word of new Set(wordsOf(foldText(text)))) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
}
const words = [...counts]
  .filter(([word, count]) => count >= MIN_TEXTS && /^[a-z][a-z0-9]*$/.test(word))
  .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  .slice(0, WORDS)
const sentences = sources.flatMap(([texts, count]) =>
  random
    .shuffle(texts.filter((text) => wordsOf(text).length >= 2))
    .slice(0, count)
    .map((text) => text.replace(/\s+/g, ' ').slice(0, 400)),
)
mkdirSync(required('out'), { recursive: true })
writeFileSync(
  join(required('out'), 'words.txt'),
  `${words.map(([word, count]) => `${word} ${count}`).join('\n')}\n`,
)
writeFileSync(join(required('out'), 'sentences.txt'), `${[...new Set(sentences)].join('\n')}\n`)
console.log(words.length, 'words', sentences.length, 'sentences')
