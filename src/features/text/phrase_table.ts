/**
 * Which phrases the answers to one question contain. The table is bounded: it keeps the phrases with the lowest hashes,
 * which are a random sample, the same in any order of arrival. Answers can be removed again.
 *
 * Stored as base64 of the highest hash that is kept, followed by one entry per phrase in ascending order: hash, tag of
 * the answer, number of answers.
 */
import type { Phrase } from './phrases.ts'

const BOUND_BYTES = 3
const ENTRY_BYTES = 5
const HIGHEST_HASH = 2 ** 24 - 1
const MOST_ENTRIES = 6_000
const MOST_COUNT = 255

/** The tag of a phrase that several answers contain. */
const SEVERAL = 255

export const NO_PHRASES = ''

interface Table {
  readonly bytes: Buffer
  readonly bound: number
  readonly entries: number
}

/** `answer`: any number that identifies the answer. */
export function addPhrases(stored: string, hashes: readonly number[], answer: number): string {
  const tag = tagOf(answer)
  return merge(stored, hashes, (entry) =>
    entry === null
      ? { tag, count: 1 }
      : { tag: entry.tag === tag ? tag : SEVERAL, count: Math.min(MOST_COUNT, entry.count + 1) },
  )
}

export function removePhrases(stored: string, hashes: readonly number[]): string {
  return merge(stored, hashes, (entry) =>
    entry === null || entry.count === 1 ? null : { tag: entry.tag, count: entry.count - 1 },
  )
}

const tagOf = (answer: number): number => (answer >>> 0) % SEVERAL

export interface SharedPhrases {
  /** Surprise of all shared phrases, in bits, extrapolated from the sample. */
  readonly bits: number
  /** The shared phrases, the most surprising first. */
  readonly phrases: readonly Phrase[]
}

export const NOTHING_SHARED: SharedPhrases = { bits: 0, phrases: [] }

/** An answer with this share of its phrases in one other answer is a copy of it, which another check reports. */
const COPIED_SHARE = 0.6
const COPIED_PHRASES = 3

/** One slogan or quotation counts at most this much, however long it is. */
const MOST_RUN_BITS = 50

export function sharedIn(stored: string, phrases: readonly Phrase[]): SharedPhrases {
  if (stored === NO_PHRASES) return NOTHING_SHARED
  const table = open(stored)
  const known = phrases.filter(({ hash }) => hash <= table.bound)
  const found = known.flatMap((phrase) => {
    const tag = tagAt(table, phrase.hash)
    return tag === null ? [] : [{ phrase, tag }]
  })
  const copied = copiedTag(
    found.map(({ tag }) => tag),
    known.length,
  )
  const shared = found.flatMap(({ phrase, tag }) => (tag === copied ? [] : [phrase]))
  const bits = sum(
    runsOf(shared).map((run) => Math.min(MOST_RUN_BITS, sum(run.map((phrase) => phrase.bits)))),
  )
  return {
    bits: (bits * HIGHEST_HASH) / table.bound,
    phrases: shared.toSorted((a, b) => b.bits - a.bits),
  }
}

/** The tag of an answer that contains most of the phrases; undefined if there is none. */
function copiedTag(tags: readonly number[], phrases: number): number | undefined {
  const counts = new Map<number, number>()
  for (const tag of tags) if (tag !== SEVERAL) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  const least = Math.max(COPIED_PHRASES, COPIED_SHARE * phrases)
  return [...counts].find(([, count]) => count >= least)?.[0]
}

/** Phrases that begin at successive words. */
function runsOf(phrases: readonly Phrase[]): Phrase[][] {
  const runs: Phrase[][] = []
  for (const phrase of phrases.toSorted((a, b) => a.at - b.at)) {
    const last = runs.at(-1)
    if (last?.at(-1)?.at === phrase.at - 1) last.push(phrase)
    else runs.push([phrase])
  }
  return runs
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const EMPTY = Buffer.alloc(BOUND_BYTES)

function open(stored: string): Table {
  const bytes = Buffer.from(stored, 'base64')
  if (bytes.length < BOUND_BYTES) return { bytes: EMPTY, bound: HIGHEST_HASH, entries: 0 }
  const entries = Math.floor((bytes.length - BOUND_BYTES) / ENTRY_BYTES)
  return { bytes, bound: readHash(bytes, 0), entries }
}

const placeOf = (index: number): number => BOUND_BYTES + ENTRY_BYTES * index

/** `readUIntBE` without its checks. */
const readHash = (bytes: Buffer, at: number): number =>
  ((bytes[at] as number) << 16) | ((bytes[at + 1] as number) << 8) | (bytes[at + 2] as number)

/** Binary search. Null: no answer contains the phrase. */
function tagAt({ bytes, entries }: Table, hash: number): number | null {
  let low = 0
  let high = entries
  while (low < high) {
    const middle = (low + high) >>> 1
    const at = placeOf(middle)
    const here = readHash(bytes, at)
    if (here === hash) return bytes[at + 3] as number
    if (here < hash) low = middle + 1
    else high = middle
  }
  return null
}

interface Entry {
  readonly tag: number
  readonly count: number
}

/** Changes the entries of `hashes` and copies all others. */
function merge(
  stored: string,
  hashes: readonly number[],
  changed: (entry: Entry | null) => Entry | null,
): string {
  const { bytes, bound, entries } = open(stored)
  const wanted = Uint32Array.from(new Set(hashes)).sort()
  const written = Buffer.allocUnsafe(placeOf(entries + wanted.length))
  let to = BOUND_BYTES
  let from = BOUND_BYTES
  const end = placeOf(entries)
  for (const hash of wanted) {
    if (hash > bound) break
    const start = from
    while (from < end && readHash(bytes, from) < hash) from += ENTRY_BYTES
    to += bytes.copy(written, to, start, from)
    const isKnown = from < end && readHash(bytes, from) === hash
    const entry = changed(
      isKnown ? { tag: bytes[from + 3] as number, count: bytes[from + 4] as number } : null,
    )
    if (isKnown) from += ENTRY_BYTES
    if (entry === null) continue
    written.writeUIntBE(hash, to, 3)
    written[to + 3] = entry.tag
    written[to + 4] = entry.count
    to += ENTRY_BYTES
  }
  to += bytes.copy(written, to, from, end)
  const isCut = to > placeOf(MOST_ENTRIES)
  const kept = isCut ? placeOf(MOST_ENTRIES) : to
  written.writeUIntBE(isCut ? readHash(written, kept - ENTRY_BYTES) : bound, 0, BOUND_BYTES)
  return written.toString('base64', 0, kept)
}
