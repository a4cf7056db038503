/**
 * Where in an answer the evidence of a check lies. The features work on normalized texts, so these functions find the
 * part of the text as sent. Positions are UTF-16 code units until `inCharacters`.
 */
import type { Span } from '../../contract/survey.ts'
import { plainText } from './normalize.ts'

/** Further parts of one answer are left out. */
export const MOST_SPANS = 20

/** The byte order mark counts as a space in regular expressions, but is invisible inside a word. */
const WORD = /(?:\S|\uFEFF)+/g

/** The words between spaces, with their punctuation. */
export function wordSpans(text: string): Span[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ start: index, end: index + word.length }))
}

/** The text without the spaces around it. */
export function wholeSpan(text: string): Span[] {
  const start = text.search(/\S/)
  return start === -1 ? [] : [{ start, end: text.trimEnd().length }]
}

/** Words that `isHit` selects. Neighbors become one part. */
export function selectedWords(text: string, isHit: (word: string) => boolean): Span[] {
  const found: Span[] = []
  let isRun = false
  for (const { start, end } of wordSpans(text)) {
    const isSelected = isHit(text.slice(start, end))
    const last = found.at(-1)
    if (isSelected && isRun && last !== undefined) found[found.length - 1] = { start: last.start, end }
    else if (isSelected) found.push({ start, end })
    isRun = isSelected
  }
  return found
}

/** A word may count only together with words around it: `you idiot`, `s p e l l e d`. */
const MOST_WORDS_TOGETHER = 6

/** The beginning of an answer that is searched, so that a long answer takes little longer. */
const SEARCHED_WORDS = 200

/** The shortest runs of words that `count` counts, from the first on. */
export function countedParts(text: string, count: (part: string) => number): Span[] {
  const words = wordSpans(text).slice(0, SEARCHED_WORDS)
  const total = Math.min(MOST_SPANS, count(text))
  const isTaken = new Uint8Array(words.length)
  const found: Span[] = []
  for (let size = 1; size <= MOST_WORDS_TOGETHER; size++) {
    for (let from = 0; from + size <= words.length && found.length < total; from++) {
      if (isTaken.subarray(from, from + size).includes(1)) continue
      const span = { start: words[from]?.start as number, end: words[from + size - 1]?.end as number }
      if (count(text.slice(span.start, span.end)) === 0) continue
      isTaken.fill(1, from, from + size)
      found.push(span)
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

/** The words with these indices, as `split` counts words. */
export function spansOfWords(
  text: string,
  split: (word: string) => readonly string[],
  indices: readonly number[],
): Span[] {
  const owners = wordSpans(text).flatMap((span) => split(text.slice(span.start, span.end)).map(() => span))
  return joined(indices.flatMap((at) => owners[at] ?? []))
}

/** Parts of the plain text as parts of the text itself. */
export function spansInText(text: string, inPlain: readonly Span[]): Span[] {
  const plainLength = (end: number) => plainText(text.slice(0, end)).length
  return joined(
    inPlain.map(({ start, end }) => ({
      // Without the spaces before the part.
      start: firstWhere(text.length, (at) => plainLength(at + 1) > start),
      end: firstWhere(text.length, (at) => plainLength(at) >= end),
    })),
  )
}

/** The lowest number from 0 to `most` for which `holds`, if it holds for all higher ones. */
function firstWhere(most: number, holds: (at: number) => boolean): number {
  let low = 0
  let high = most
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** In order, with overlapping parts as one. */
function joined(spans: readonly Span[]): Span[] {
  const found: Span[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = found.at(-1)
    if (last !== undefined && span.start <= last.end) {
      found[found.length - 1] = { start: last.start, end: Math.max(last.end, span.end) }
    } else found.push(span)
  }
  return found
}

/** In Unicode code points, as most languages count characters. At most `MOST_SPANS`. */
export function inCharacters(text: string, spans: readonly Span[]): Span[] {
  const characters = (end: number) => [...text.slice(0, end)].length
  return spans
    .slice(0, MOST_SPANS)
    .map(({ start, end }) => ({ start: characters(start), end: characters(end) }))
}
