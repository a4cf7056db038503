/** Rebuilds typing histories from other recordings: edit streams and key streams of people, input events of bots. */

type Event = readonly [number, string, ...unknown[]]

/** From `ed` operations: `+ text cursor`, `- text-or-count cursor`, with the cursor after (klicke) or before (others). */
export function fromEdits(
  events: readonly Event[],
  cursorAfter: boolean,
  chars: number,
): { s: string; t: number }[] | null {
  let text = ''
  let start: number | null = null
  const history: { s: string; t: number }[] = []
  for (const [t, type, op, value, cursor] of events) {
    if (type !== 'ed' || typeof cursor !== 'number') continue
    const piece = typeof value === 'string' ? value.replaceAll('\\n', '\n') : value
    if (op === '+' || op === 'p') {
      if (typeof piece !== 'string') return null
      const at = cursorAfter ? cursor - piece.length : cursor
      if (at < 0 || at > text.length) return null
      text = text.slice(0, at) + piece + text.slice(at)
    } else if (op === '-') {
      const count = typeof piece === 'number' ? piece : String(piece).length
      if (cursor < 0 || cursor + count > text.length) return null
      text = text.slice(0, cursor) + text.slice(cursor + count)
    } else {
      return history.length > 60 ? history : null
    }
    start ??= t
    history.push({ s: text, t: Math.round(t - start) })
    if (text.length >= chars) break
  }
  return history
}

/** From key presses only, for text typed at the end of the field: characters and Backspace. */
export function fromKeys(events: readonly Event[], startMs = 0, prefix = ''): { s: string; t: number }[] {
  let text = prefix
  let start: number | null = null
  const history: { s: string; t: number }[] = []
  for (const [t, type, key] of events) {
    if (type !== 'kd' || typeof key !== 'string') continue
    if (key === 'Backspace' || key === 'BKSP') text = text.slice(0, -1)
    else if ([...key].length === 1) text += key
    else continue
    start ??= t
    history.push({ s: text, t: Math.round(startMs + t - start) })
  }
  return history
}
