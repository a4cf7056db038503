/** Texts other than answers, from sets whose license allows it. */
import { join } from 'node:path'
import { wordsOf } from '../../src/features/text/words.ts'
import { type SeededRandom, seededRandom } from '../seeded_random.ts'
import { sentencesIn } from './corpus.ts'
import { rowsIn, textOf } from './data.ts'

export interface Writing {
  readonly kind: string
  readonly text: string
  readonly isModel: boolean
}

/** CC BY 3.0, MIT, Apache-2.0. */
export const MIXED_SOURCES = ['ghostbuster', 'fast-detect-gpt', 'seqxgpt']
const SENTENCES = 3_000
const MIN_WORDS = 4

export function otherWriting(data: string, corpus: string): Writing[] {
  const random = seededRandom(4)
  const sentences = random
    .shuffle(sentencesIn(corpus, 'en'))
    .slice(0, SENTENCES)
    .map((text) => ({ kind: 'sentences', text, isModel: false }))
  const mixed = rowsIn(join(data, 'text/gpt'))
    .filter((row) => 'bucket' in row && MIXED_SOURCES.includes(textOf(row, 'source')))
    .map((row) => ({
      kind: `${textOf(row, 'source')} ${textOf(row, 'domain')}`,
      text: textOf(row, 'text'),
      isModel: row.label === 'llm',
    }))
  const essays = rowsIn(join(data, 'human/klicke')).flatMap((row) => excerpts(textOf(row, 'final'), random))
  return [...sentences, ...mixed, ...essays].filter(({ text }) => wordsOf(text).length >= MIN_WORDS)
}

/** Three excerpts of one to five sentences of an essay. */
function excerpts(essay: string, random: SeededRandom): Writing[] {
  const sentences = essay.replace(/\s+/g, ' ').split(/(?<=[.!?])\s+/)
  return Array.from({ length: 3 }, () => {
    const start = random.below(sentences.length)
    const text = sentences.slice(start, start + 1 + random.below(5)).join(' ')
    return { kind: 'essays', text, isModel: false }
  })
}
