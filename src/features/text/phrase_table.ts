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
  bound: number
  readonly entries: Map<number, { tag: number; count: number }>
}

/** `answer`: any number that identifies the answer. */
export function addPhrases(stored: string, hashes: readonly number[], answer: number): string {
  const { bound, entries } = unpack(stored)
  const tag = tagOf(answer)
  for (const hash of hashes) {
    if (hash > bound) continue
    const entry = entries.get(hash)
    if (entry === undefined) entries.set(hash, { tag, count: 1 })
    else {
      entry.count = Math.min(MOST_COUNT, entry.count + 1)
      if (entry.tag !== tag) entry.tag = SEVERAL
    }
  }
  return pack({ bound, entries })
}

export function removePhrases(stored: string, hashes: readonly number[]): string {
  const table = unpack(stored)
  for (const hash of hashes) {
    const entry = table.entries.get(hash)
    if (entry === undefined) continue
    entry.count--
    if (entry.count === 0) table.entries.delete(hash)
  }
  return pack(table)
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
  const { bound, entries } = unpack(stored)
  const known = phrases.filter(({ hash }) => hash <= bound)
  const copied = copiedTag(known, entries)
  const shared = known.filter(({ hash }) => {
    const entry = entries.get(hash)
    return entry !== undefined && entry.tag !== copied
  })
  const bits = sum(
    runsOf(shared).map((run) => Math.min(MOST_RUN_BITS, sum(run.map((phrase) => phrase.bits)))),
  )
  return {
    bits: (bits * HIGHEST_HASH) / bound,
    phrases: shared.toSorted((a, b) => b.bits - a.bits),
  }
}

/** The tag of an answer that contains most of the phrases; undefined if there is none. */
function copiedTag(phrases: readonly Phrase[], entries: Table['entries']): number | undefined {
  const counts = new Map<number, number>()
  for (const { hash } of phrases) {
    const tag = entries.get(hash)?.tag
    if (tag !== undefined && tag !== SEVERAL) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  }
  const least = Math.max(COPIED_PHRASES, COPIED_SHARE * phrases.length)
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

function unpack(stored: string): Table {
  const bytes = Buffer.from(stored, 'base64')
  const entries: Table['entries'] = new Map()
  if (bytes.length < BOUND_BYTES) return { bound: HIGHEST_HASH, entries }
  for (let at = BOUND_BYTES; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
    entries.set(bytes.readUIntBE(at, 3), { tag: bytes[at + 3] as number, count: bytes[at + 4] as number })
  }
  return { bound: bytes.readUIntBE(0, BOUND_BYTES), entries }
}

function pack({ bound, entries }: Table): string {
  const kept = [...entries].sort(([a], [b]) => a - b).slice(0, MOST_ENTRIES)
  const bytes = Buffer.alloc(BOUND_BYTES + ENTRY_BYTES * kept.length)
  const isCut = kept.length < entries.size
  bytes.writeUIntBE(isCut ? (kept.at(-1)?.[0] ?? bound) : bound, 0, BOUND_BYTES)
  for (const [index, [hash, { tag, count }]] of kept.entries()) {
    const at = BOUND_BYTES + ENTRY_BYTES * index
    bytes.writeUIntBE(hash, at, 3)
    bytes[at + 3] = tag
    bytes[at + 4] = count
  }
  return bytes.toString('base64')
}
