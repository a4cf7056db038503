/** Finds the marked words of an answer in another text. */
import type { ExplainedCheck } from '../../contract/survey.ts'

type Spans = NonNullable<ExplainedCheck['spans']>

const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu

/** Returns the places in `other` of the words that the spans cover in `answer`, in characters. */
export function markedWordsIn(answer: string, spans: Spans, other: string): Spans {
  const characters = [...answer]
  const marked = new Set(spans.flatMap(({ start, end }) => wordsIn(characters.slice(start, end).join(''))))
  return [...other.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    if (!marked.has(word.toLowerCase())) return []
    const start = [...other.slice(0, index)].length
    return [{ start, end: start + [...word].length }]
  })
}

const wordsIn = (text: string): string[] => [...text.matchAll(WORD)].map(([word]) => word.toLowerCase())
