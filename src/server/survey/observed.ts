/**
 * The typing that the service saw itself: a question's history, rebuilt from the changes in a session's batches.
 * Preferred to what the caller sends, because a participant's browser cannot edit it afterwards.
 */
import type { RecordedBatch } from '../../contract/codec.ts'
import { SURVEY } from '../../contract/limits.ts'
import type { ChangeEntry } from '../../contract/survey.ts'
import { documentsOf } from '../../features/session/documents.ts'

/** Batches count in tenths of a millisecond. */
const TICKS_PER_MS = 10

/** Stands for a character that was typed and removed again where only lengths are recorded. */
const UNKNOWN_CHARACTER = 'x'

/** Room for what was typed beyond the longest answer and removed again. */
const MAX_TEXT_CHARS = 2 * SURVEY.answerChars

export type ObservedHistory =
  | { readonly history: readonly ChangeEntry[] }
  /** Something was seen, but not all of it. */
  | { readonly missing: string }

interface SeenEdit {
  readonly atMs: number
  readonly position: number
  readonly removed: number
  readonly inserted: string | number
}

interface SeenQuestion {
  /** One list a page load: every load begins with the field it finds. */
  readonly documents: SeenEdit[][]
  gap: boolean
}

/** Per question id. `answers` fills in characters where the session recorded lengths alone. */
export function observedHistories(
  batches: readonly RecordedBatch[],
  answers: ReadonlyMap<string, string>,
): Map<string, ObservedHistory> {
  const seen = new Map<string, SeenQuestion>()
  for (const document of documentsOf(batches)) {
    const last = document.batches.at(-1) as RecordedBatch
    const gap = last.batch.seq + 1 !== document.batches.length || document.batches.some(hasDropped)
    const here = new Map<string, SeenEdit[]>()
    for (const { batch } of document.batches) {
      for (const [name, t, position, removed, inserted] of batch.edits ?? []) {
        const id = batch.names[name]?.[1]
        if (id === undefined || batch.names[name]?.[0] !== 'question') continue
        const edits = here.get(id) ?? []
        here.set(id, edits)
        edits.push({ atMs: batch.time_origin + t / TICKS_PER_MS, position, removed, inserted })
      }
    }
    for (const [id, edits] of here) {
      const question = seen.get(id) ?? { documents: [], gap: false }
      seen.set(id, question)
      question.documents.push(edits)
      question.gap ||= gap
    }
  }
  return new Map([...seen].map(([id, question]) => [id, rebuild(question, answers.get(id) ?? '')]))
}

const hasDropped = ({ batch }: RecordedBatch) => (batch.dropped ?? 0) > 0

function rebuild({ documents, gap }: SeenQuestion, answer: string): ObservedHistory {
  if (gap) return { missing: 'part of the session did not arrive' }
  const fault = documents.map(findFault).find((found) => found !== undefined)
  if (fault !== undefined) return { missing: fault }
  const typed = documents.map((edits) => edits.map(({ inserted }) => cellsOf(inserted)))
  nameCells(finalCells(documents.at(-1) ?? [], typed.at(-1) ?? []), answer)
  const start = Math.min(...documents.map(([first]) => first?.atMs ?? Number.POSITIVE_INFINITY))
  const history = documents.flatMap((edits, document) => {
    let text = ''
    return edits.map(({ atMs, position, removed }, index): ChangeEntry => {
      const inserted = (typed[document]?.[index] ?? []).map(({ character }) => character ?? UNKNOWN_CHARACTER)
      text = text.slice(0, position) + inserted.join('') + text.slice(position + removed)
      return { s: text.toWellFormed(), t: Math.round(atMs - start) }
    })
  })
  return { history: history.sort((a, b) => a.t - b.t) }
}

/** Lengths alone tell whether all was seen, and whether it is more than a history may be. */
function findFault(edits: readonly SeenEdit[]): string | undefined {
  let length = 0
  let total = 0
  for (const { position, removed, inserted } of edits) {
    if (position + removed > length) return 'the field held text before it was watched'
    length += (typeof inserted === 'string' ? inserted.length : inserted) - removed
    total += length
    if (length > MAX_TEXT_CHARS || total > SURVEY.rawBytes)
      return 'there is more of it than a history may hold'
  }
  return edits.length > SURVEY.historyEntries ? 'there is more of it than a history may hold' : undefined
}

/** One UTF-16 unit of the field; the same object for as long as it stays there. */
interface Cell {
  character: string | undefined
}

const cellsOf = (inserted: string | number): Cell[] =>
  typeof inserted === 'string'
    ? inserted.split('').map((character) => ({ character }))
    : Array.from({ length: inserted }, () => ({ character: undefined }))

function finalCells(edits: readonly SeenEdit[], typed: readonly Cell[][]): readonly Cell[] {
  let cells: Cell[] = []
  for (const [index, { position, removed }] of edits.entries()) {
    cells = [...cells.slice(0, position), ...(typed[index] as Cell[]), ...cells.slice(position + removed)]
  }
  return cells
}

/** Where only lengths were recorded, what is left at the end is the answer, if it has that length. */
function nameCells(cells: readonly Cell[], answer: string): void {
  if (cells.length !== answer.length) return
  for (const [index, cell] of cells.entries()) cell.character ??= answer[index]
}
