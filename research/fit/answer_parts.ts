/** Splits a person's typing history into parts of the length of a short answer. */
import type { ChangeEntry } from '../../src/contract/survey.ts'
import type { PersonHistory } from '../evaluate/typing/people.ts'

const FIRST_CHARS = [60, 75, 90, 105, 120]
const LATER_FROM = [100, 180]
const LATER_CHARS = [60, 90, 115]

export function* answerParts({ history, copying }: PersonHistory): Generator<readonly ChangeEntry[]> {
  yield history
  if (copying) return
  for (const chars of FIRST_CHARS) {
    const end = history.findIndex(({ s }) => (s ?? '').length >= chars)
    if (end > 0) yield history.slice(0, end + 1)
  }
  for (const from of LATER_FROM) {
    const start = history.findIndex(({ s }) => (s ?? '').length >= from)
    if (start === -1) continue
    for (const chars of LATER_CHARS) yield* laterPart(history, start, chars)
  }
}

/** Empty if earlier text was changed meanwhile. */
function* laterPart(history: readonly ChangeEntry[], start: number, chars: number): Generator<ChangeEntry[]> {
  const before = history[start]?.s ?? ''
  const end = history.findIndex(({ s }, at) => at > start && (s ?? '').length >= before.length + chars)
  if (end === -1) return
  const part = history.slice(start + 1, end + 1)
  const firstMs = part[0]?.t ?? 0
  if (!part.every(({ s }) => s?.startsWith(before))) return
  yield part.map(({ s, t }) => ({ s: (s ?? '').slice(before.length), t: t - firstMs }))
}
