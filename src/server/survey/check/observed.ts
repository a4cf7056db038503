/**
 * The typing that the service recorded itself: a question's history, rebuilt from the edits in a session's batches.
 * Preferred to the history in the request, because a participant's browser cannot edit it afterwards.
 */
import type { RecordedBatch } from '../../../contract/batch/codec.ts'
import { TICKS_PER_MS } from '../../../contract/batch/rows.ts'
import { SURVEY } from '../../../contract/limits.ts'
import type { ChangeEntry } from '../../../contract/survey.ts'
import { documentsOf } from '../../../features/session/documents.ts'

/** A placeholder for a removed character, where the session recorded lengths only. */
const UNKNOWN_CHARACTER = 'x'

/** Participants may type more than the longest answer and remove some of it. */
const MAX_TEXT_CHARS = 2 * SURVEY.answerChars

/**
 * For all questions and page loads of a request together. A history repeats the text after each edit, so short batches
 * can ask for very long ones.
 */
const MAX_HISTORY_CHARS = SURVEY.rawBytes
const MAX_EDITS = 3 * SURVEY.historyEntries

const TOO_LONG = 'the typing history is too long'

export type ObservedHistory =
  | {
      readonly history: readonly ChangeEntry[]
      /** The page is still open, and the history ends with the beginning of the answer. */
      readonly isPartial?: true
    }
  /** Part of the typing was not recorded; the text says which. */
  | { readonly missing: string; readonly isGap?: true }

interface RecordedEdit {
  readonly atMs: number
  readonly position: number
  readonly removed: number
  readonly inserted: string | number
}

interface RecordedQuestion {
  /** One list per page load. Each load starts with an empty field. */
  readonly documents: RecordedEdit[][]
  gap: boolean
  /** The last page with this question has not been left. */
  isOpen: boolean
}

/** What is left for the questions of a request. */
interface Budget {
  chars: number
  edits: number
}

/**
 * By question id, for the questions of `answers` in their order. The answers supply the characters where the session
 * recorded lengths only.
 */
export function observedHistories(
  batches: readonly RecordedBatch[],
  answers: ReadonlyMap<string, string>,
): Map<string, ObservedHistory> {
  const recorded = new Map<string, RecordedQuestion>()
  for (const document of documentsOf(batches)) {
    const last = document.batches.at(-1) as RecordedBatch
    const gap = last.batch.seq + 1 !== document.batches.length || document.batches.some(hasDropped)
    const here = new Map<string, RecordedEdit[]>()
    for (const { batch } of document.batches) {
      for (const [name, t, position, removed, inserted] of batch.edits ?? []) {
        const id = batch.names[name]?.[1]
        if (id === undefined || batch.names[name]?.[0] !== 'question' || !answers.has(id)) continue
        const edits = here.get(id) ?? []
        here.set(id, edits)
        edits.push({ atMs: batch.time_origin + t / TICKS_PER_MS, position, removed, inserted })
      }
    }
    for (const [id, edits] of here) {
      const question = recorded.get(id) ?? { documents: [], gap: false, isOpen: false }
      recorded.set(id, question)
      question.documents.push(edits)
      question.gap ||= gap
      question.isOpen = last.batch.final !== true
    }
  }
  const budget = { chars: MAX_HISTORY_CHARS, edits: MAX_EDITS }
  const histories = new Map<string, ObservedHistory>()
  for (const [id, answer] of answers) {
    const question = recorded.get(id)
    if (question !== undefined) histories.set(id, rebuild(question, answer, budget))
  }
  return histories
}

const hasDropped = ({ batch }: RecordedBatch) => (batch.dropped ?? 0) > 0

function rebuild(
  { documents, gap, isOpen }: RecordedQuestion,
  answer: string,
  budget: Budget,
): ObservedHistory {
  if (gap) return { missing: 'some batches are missing', isGap: true }
  const fault = spend(documents, budget)
  if (fault !== undefined) return { missing: fault }
  const typed = documents.map((edits) => edits.map(({ inserted }) => cellsOf(inserted)))
  const last = documents.at(-1) ?? []
  const hasLengthsOnly = last.some(({ inserted }) => typeof inserted === 'number')
  if (hasLengthsOnly) fillCells(finalCells(last, typed.at(-1) ?? []), answer)
  const start = Math.min(...documents.map(([first]) => first?.atMs ?? Number.POSITIVE_INFINITY))
  const history = documents.flatMap((edits, document) => {
    let text = ''
    return edits.map(({ atMs, position, removed }, index): ChangeEntry => {
      const inserted = (typed[document]?.[index] ?? []).map(({ character }) => character ?? UNKNOWN_CHARACTER)
      text = text.slice(0, position) + inserted.join('') + text.slice(position + removed)
      return { s: text.toWellFormed(), t: Math.round(atMs - start) }
    })
  })
  history.sort((a, b) => a.t - b.t)
  const text = history.at(-1)?.s ?? ''
  const isPartial = isOpen && text.length < answer.length && (hasLengthsOnly || answer.startsWith(text))
  return { history, ...(isPartial && { isPartial }) }
}

/**
 * Takes the cost of a question from the budget, or returns why its history cannot be rebuilt. Lengths are enough to find
 * missing text and histories above the limits.
 */
function spend(documents: readonly RecordedEdit[][], budget: Budget): string | undefined {
  let chars = 0
  let count = 0
  for (const edits of documents) {
    let length = 0
    for (const { position, removed, inserted } of edits) {
      if (position + removed > length) return 'the field already held text when recording began'
      length += (typeof inserted === 'string' ? inserted.length : inserted) - removed
      chars += length
      if (length > MAX_TEXT_CHARS || chars > budget.chars) return TOO_LONG
    }
    count += edits.length
    if (edits.length > SURVEY.historyEntries || count > budget.edits) return TOO_LONG
  }
  budget.chars -= chars
  budget.edits -= count
  return undefined
}

/** One UTF-16 unit of the field; the same object for as long as it stays there. */
interface Cell {
  character: string | undefined
}

const cellsOf = (inserted: string | number): Cell[] =>
  typeof inserted === 'string'
    ? inserted.split('').map((character) => ({ character }))
    : Array.from({ length: inserted }, () => ({ character: undefined }))

function finalCells(edits: readonly RecordedEdit[], typed: readonly Cell[][]): readonly Cell[] {
  let cells: Cell[] = []
  for (const [index, { position, removed }] of edits.entries()) {
    cells = [...cells.slice(0, position), ...(typed[index] as Cell[]), ...cells.slice(position + removed)]
  }
  return cells
}

/** Where only lengths were recorded, the final text is the answer if the lengths match. */
function fillCells(cells: readonly Cell[], answer: string): void {
  if (cells.length !== answer.length) return
  for (const [index, cell] of cells.entries()) cell.character ??= answer[index]
}
