/** Typing histories of people, from sets of histories, edits or keys. */
import { join } from 'node:path'
import type { ChangeEntry } from '../../../src/contract/survey.ts'
import { isHeldOut } from '../../lab/convert/labeled.ts'
import { rowsIn, textOf } from '../../text/data.ts'
import { fromEdits, fromKeys } from '../../text/histories.ts'

export interface PersonHistory {
  readonly set: string
  readonly person: string
  /** The person copied a given sentence. */
  readonly copying: boolean
  /** The final text. */
  readonly text: string
  readonly history: readonly ChangeEntry[]
}

/** Longer texts are cut to the length of an answer. */
const ANSWER_CHARS = 300

type Event = readonly [number, string, ...unknown[]]

/** `all`: includes people who were not held out. */
export function* peopleIn(folder: string, all: boolean): Generator<PersonHistory> {
  for (const row of rowsIn(join(folder, 'human', 'klicke_histories'))) {
    const history = row.history
    if (Array.isArray(history)) yield* kept('klicke_histories', row, history as ChangeEntry[], false, all)
  }
  for (const [set, cursorAfter] of [
    ['klicke', true],
    ['fr_essays', false],
  ] as const) {
    for (const row of rowsIn(join(folder, 'human', set))) {
      const history = fromEdits(eventsOf(row), cursorAfter, ANSWER_CHARS)
      if (history !== null) yield* kept(set, row, history, false, all)
    }
  }
  for (const row of rowsIn(join(folder, 'human', 'aalto136m_sample'))) {
    yield* kept('aalto136m_sample', row, fromKeys(eventsOf(row)), true, all)
  }
}

const eventsOf = (row: Readonly<Record<string, unknown>>): readonly Event[] =>
  Array.isArray(row.events) ? (row.events as Event[]) : []

/** Shorter texts are skipped. */
const MIN_ENTRIES = 20

function* kept(
  set: string,
  row: Readonly<Record<string, unknown>>,
  history: readonly ChangeEntry[],
  copying: boolean,
  all: boolean,
): Generator<PersonHistory> {
  const person = textOf(row, 'person')
  // Two sets have the same essay writers, so they are held out together.
  const source = set === 'klicke_histories' ? 'klicke' : set
  if (history.length < MIN_ENTRIES || (!all && !isHeldOut({ source, who: person }))) return
  yield { set, person, copying, text: history.at(-1)?.s ?? '', history }
}
