/**
 * A question's history in every shape found in the wild, brought into one: entries sorted by time.
 * Arrays, arrays in arrays, objects keyed by time, single entries, and JSON strings of any of these.
 */
import { SURVEY } from '../../../contract/limits.ts'
import type { ChangeEntry } from '../../../contract/survey.ts'
import { pointerTo, RequestFault } from './fault.ts'
import { parseJson } from './json.ts'

/** The mark trackers put on an entry that records a copy; its `s` is not what the field held. */
const COPY = 'c'

export function readHistory(value: unknown, pointer: string): readonly ChangeEntry[] {
  const entries: ChangeEntry[] = []
  collect(value, pointer, undefined, entries)
  let sorted = true
  for (let at = 1; at < entries.length && sorted; at++) {
    sorted = (entries[at - 1] as ChangeEntry).t <= (entries[at] as ChangeEntry).t
  }
  return sorted ? entries : entries.sort((a, b) => a.t - b.t)
}

/** `key`: the time this value stands under, where the history is an object keyed by time. */
function collect(value: unknown, pointer: string, key: number | undefined, into: ChangeEntry[]): void {
  if (value === null || value === undefined || value === '') {
    if (key !== undefined) add({ s: '', t: key }, pointer, into)
    return
  }
  if (typeof value === 'string') {
    if (key !== undefined && !looksLikeEntry(value)) add({ s: value.toWellFormed(), t: key }, pointer, into)
    else collect(parseJson(value, pointer), pointer, key, into)
    return
  }
  if (typeof value !== 'object') throw new RequestFault(pointer, 'must be an array of entries with s and t')
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(item, pointerTo(pointer, index), undefined, into)
    return
  }
  if (Object.hasOwn(value, 's') || Object.hasOwn(value, 'o') || Object.hasOwn(value, 't')) {
    add(readEntry(value as Record<string, unknown>, pointer, key, into.at(-1)?.t), pointer, into)
    return
  }
  for (const [name, item] of Object.entries(value)) {
    const at = pointerTo(pointer, name)
    const t = toTime(name)
    if (t === undefined) throw new RequestFault(at, 'is not a time in milliseconds')
    collect(item, at, t, into)
  }
}

/** Under a time stands either the text itself or an entry as JSON; a text that is such an entry is not honest typing. */
const looksLikeEntry = (text: string) => /^\s*\{\s*"(s|t|o|ct)"\s*:/.test(text)

function readEntry(
  entry: Record<string, unknown>,
  pointer: string,
  key: number | undefined,
  before: number | undefined,
): ChangeEntry {
  const isCopy = own(entry, 'o') === COPY
  const t = toTime(own(entry, 't')) ?? key ?? (isCopy ? (before ?? 0) : undefined)
  if (t === undefined) throw new RequestFault(pointerTo(pointer, 't'), 'must be a number')
  if (isCopy) {
    const copied = own(entry, 'ct')
    return typeof copied === 'string' ? { t, o: COPY, ct: copied.toWellFormed() } : { t, o: COPY }
  }
  const s = own(entry, 's')
  if (s === null) return { s: '', t }
  if (typeof s !== 'string') throw new RequestFault(pointerTo(pointer, 's'), 'must be a string')
  return { s: s.toWellFormed(), t }
}

const own = (entry: Record<string, unknown>, name: string) =>
  Object.hasOwn(entry, name) ? entry[name] : undefined

function add(entry: ChangeEntry, pointer: string, into: ChangeEntry[]): void {
  if (into.length >= SURVEY.historyEntries) {
    throw new RequestFault(pointer, `is beyond the limit of ${SURVEY.historyEntries} entries`)
  }
  into.push(entry)
}

function toTime(value: unknown): number | undefined {
  const time = typeof value === 'string' && /^\s*[-+]?[\d.]/.test(value) ? Number(value) : value
  return typeof time === 'number' && Number.isFinite(time) ? time : undefined
}
