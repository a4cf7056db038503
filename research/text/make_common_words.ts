/**
 * Lists the most frequent words of English in order.
 *
 *   node research/text/make_common_words.ts --corpus DIR --out src/features/text/common_words.json
 */
import { writeFileSync } from 'node:fs'
import { plainText } from '../../src/features/text/normalize.ts'
import { required } from './args.ts'
import { sentencesIn } from './corpus.ts'

const WORDS = 12_000

const counts = new Map<string, number>()
for (const sentence of sentencesIn(required('corpus'), 'en')) {
  for (const word of plainText(sentence)
    .toLowerCase()
    .match(/[a-z]+(?:'[a-z]+)?/g) ?? []) {
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
}
const ranked = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, WORDS)
writeFileSync(
  required('out'),
  `${JSON.stringify(
    {
      provenance: {
        what: `the ${WORDS} most frequent words of English, most frequent first`,
        text: 'Common Voice sentence collector, CC0-1.0',
        made: '2026-11-15',
        script: 'research/text/make_common_words.ts',
      },
      words: ranked.map(([word]) => word).join(' '),
    },
    null,
    2,
  )}\n`,
)
