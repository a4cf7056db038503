/** Maps an event's inputType to its number in the contract. */
import { INPUT_KIND } from '../../contract/batch/rows.ts'

/** In the order of the contract, from insertText; the first match wins. */
const KINDS = [
  /^insertText/,
  /Compos/,
  /Paste/,
  /Drop/,
  /Replace/,
  /^insert(Line|Para)/,
  /ContentB/,
  /ContentF/,
  /Cut/,
  /Word/,
  /^delete/,
  /Undo/,
  /Redo/,
  /Yank/,
]

export function inputKind(inputType: string | undefined): number {
  if (!inputType) return INPUT_KIND.none
  const found = KINDS.findIndex((kind) => kind.test(inputType))
  return found < 0 ? INPUT_KIND.other : found + INPUT_KIND.insertText
}
