/**
 * Parses the typing history of a question into entries sorted by time. Accepts all shapes that trackers send: arrays,
 * nested arrays, objects keyed by time, single entries, and JSON strings of any of these.
 */
import { elementAt } from '../../../contract/element_at.ts'
import { SURVEY } from '../../../contract/limits.ts'
import type { ChangeEntry } from '../../../contract/survey.ts'
import type { EntryMark } from '../../../features/typing_history/entries.ts'
import { pointerTo, RequestFault } from './fault.ts'
import { parseJson } from './json.ts'

/** The mark of a copy event; its `s` is not the text of the field. */
const COPY = 'c'

export function parseHistory(value: unknown, pointer: string): readonly ChangeEntry[] {
  const entries: ChangeEntry[] = []
  collectEntries(value, pointer, undefined, entries)
  let sorted = true
  for (let at = 1; at < entries.length && sorted; at++) {
    sorted = elementAt(entries, at - 1).t <= elementAt(entries, at).t
  }
  return sorted ? entries : entries.sort((a, b) => a.t - b.t)
}

/** `key`: the time of this value, if the history is an object keyed by time. */
function collectEntries(value: unknown, pointer: string, key: number | undefined, into: ChangeEntry[]): void {
  if (value === null || value === undefined || value === '') {
    if (key !== undefined) addEntry({ s: '', t: key }, pointer, into)
    return
  }
  if (typeof value === 'string') {
    if (key !== undefined && !looksLikeEntry(value))
      addEntry({ s: value.toWellFormed(), t: key }, pointer, into)
    else collectEntries(parseJson(value, pointer), pointer, key, into)
    return
  }
  if (typeof value !== 'object') throw new RequestFault(pointer, 'must be an array of entries with s and t')
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      collectEntries(item, pointerTo(pointer, index), undefined, into)
    return
  }
  if (Object.hasOwn(value, 's') || Object.hasOwn(value, 'o') || Object.hasOwn(value, 't')) {
    addEntry(parseEntry(value as Record<string, unknown>, pointer, key, into.at(-1)?.t), pointer, into)
    return
  }
  for (const [name, item] of Object.entries(value)) {
    const at = pointerTo(pointer, name)
    const t = toTime(name)
    if (t === undefined)
      throw new RequestFault(
        at,
        'must be an entry with s and t, or a time in milliseconds as the name of a text',
      )
    collectEntries(item, at, t, into)
  }
}

/** The value of a time is either the text itself or an entry as JSON. No participant types such JSON as an answer. */
const looksLikeEntry = (text: string) => /^\s*\{\s*"(s|t|o|ct)"\s*:/.test(text)

function parseEntry(
  entry: Record<string, unknown>,
  pointer: string,
  key: number | undefined,
  before: number | undefined,
): ChangeEntry {
  const isCopy = ownField(entry, 'o') === COPY
  const t = toTime(ownField(entry, 't')) ?? key ?? (isCopy ? (before ?? 0) : undefined)
  if (t === undefined) throw new RequestFault(pointerTo(pointer, 't'), 'must be a number')
  if (isCopy) {
    const copied = ownField(entry, 'ct')
    return typeof copied === 'string' ? { t, o: COPY, ct: copied.toWellFormed() } : { t, o: COPY }
  }
  const s = ownField(entry, 's')
  if (s === null) return { s: '', t }
  if (typeof s !== 'string') throw new RequestFault(pointerTo(pointer, 's'), 'must be a string')
  const mark = ownField(entry, 'o')
  return isMark(mark) ? { s: s.toWellFormed(), t, o: mark } : { s: s.toWellFormed(), t }
}

const isMark = (mark: unknown): mark is EntryMark => mark === 'p' || mark === 'a'

const ownField = (entry: Record<string, unknown>, name: string) =>
  Object.hasOwn(entry, name) ? entry[name] : undefined

function addEntry(entry: ChangeEntry, pointer: string, into: ChangeEntry[]): void {
  if (into.length >= SURVEY.historyEntries) {
    throw new RequestFault(pointer, `exceeds the limit of ${SURVEY.historyEntries} entries`)
  }
  into.push(entry)
}

function toTime(value: unknown): number | undefined {
  const time = typeof value === 'string' && /^\s*[-+]?[\d.]/.test(value) ? Number(value) : value
  return typeof time === 'number' && Number.isFinite(time) ? time : undefined
}
