/** A question's typing history as a list of changes. */
import { counted } from '../../../checks/sentence.ts'
import type { ChangeEntry } from '../../../contract/survey.ts'
import { changeBetween } from '../../../features/typing_history/change.ts'

export interface TypingStep {
  readonly atMs: number
  readonly position: number
  readonly inserted: string
  readonly removedChars: number
  /** Length of the whole text after this change. */
  readonly chars: number
}

export function stepsOf(history: readonly ChangeEntry[]): TypingStep[] {
  let before = ''
  return history.flatMap(({ s, t }) => {
    if (s === undefined || s === before) return []
    const [position, removedChars, inserted] = changeBetween(before, s)
    before = s
    return [{ atMs: t, position, inserted, removedChars, chars: s.length }]
  })
}

export function summaryOf(steps: readonly TypingStep[]): string {
  const last = steps.at(-1)
  if (last === undefined) return 'No changes to the text were recorded.'
  // Rounded down, as the position of the replay is.
  const tenths = Math.floor(last.atMs / 100)
  const over = tenths === 0 ? '' : ` over ${(tenths / 10).toFixed(1)} seconds`
  const deletions = steps.filter(({ removedChars }) => removedChars > 0).length
  const largest = Math.max(...steps.map(({ inserted }) => inserted.length))
  return `${counted(steps.length, 'change')}${over}, ${counted(deletions, 'deletion')}; the largest insertion was ${counted(largest, 'character')}.`
}
