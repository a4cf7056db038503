/** Writing of other kinds, from sets whose licence allows it: what style looks like when it is no answer. */
import { join } from 'node:path'
import { wordsOf } from '../../src/features/text/words.ts'
import { type Chance, chance } from './chance.ts'
import { sentencesIn } from './corpus.ts'
import { rowsIn, textOf } from './data.ts'

export interface Writing {
  readonly kind: string
  readonly text: string
  readonly isModel: boolean
  /** People and models wrote on the same prompts. */
  readonly isPaired: boolean
}

/** CC BY 3.0, MIT, Apache-2.0. */
export const MIXED_SOURCES = ['ghostbuster', 'fast-detect-gpt', 'seqxgpt']
const SENTENCES = 3_000
const MIN_WORDS = 4

export function otherWriting(data: string, corpus: string): Writing[] {
  const luck = chance(4)
  const sentences = luck
    .shuffle(sentencesIn(corpus, 'en'))
    .slice(0, SENTENCES)
    .map((text) => ({ kind: 'sentences', text, isModel: false, isPaired: false }))
  const mixed = rowsIn(join(data, 'text/gpt'))
    .filter((row) => 'bucket' in row && MIXED_SOURCES.includes(textOf(row, 'source')))
    .map((row) => ({
      kind: `${textOf(row, 'source')} ${textOf(row, 'domain')}`,
      text: textOf(row, 'text'),
      isModel: row.label === 'llm',
      isPaired: true,
    }))
  const essays = rowsIn(join(data, 'human/klicke')).flatMap((row) => excerpts(textOf(row, 'final'), luck))
  return [...sentences, ...mixed, ...essays].filter(({ text }) => wordsOf(text).length >= MIN_WORDS)
}

/** Three pieces of one to five sentences of an essay. */
function excerpts(essay: string, luck: Chance): Writing[] {
  const sentences = essay.replace(/\s+/g, ' ').split(/(?<=[.!?])\s+/)
  return Array.from({ length: 3 }, () => {
    const start = luck.below(sentences.length)
    const text = sentences.slice(start, start + 1 + luck.below(5)).join(' ')
    return { kind: 'essays', text, isModel: false, isPaired: false }
  })
}
