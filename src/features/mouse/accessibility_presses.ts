/**
 * Presses by accessibility action: a screen reader, a switch or voice control tells the browser to press an element, and
 * Chromium sends the page a whole mouse press. No mouse made it, so it is no evidence about one: only its click remains,
 * without a pointer, like a click by keyboard.
 *
 * Such a press has no pressure, no device and no source. A driver's press has no pressure either, but always a device and
 * a source: none of the three is enough alone. A script's press is untrusted and stays one.
 */
import { CLICK_FLAGS, type EventOf, POINTER, POINTER_FLAGS, UNTRUSTED } from '../../contract/batch/rows.ts'
import type { StreamEvent } from '../session/fold.ts'
import { pointerKind } from './pointer_kind.ts'

export function withoutAccessibilityPresses(events: readonly StreamEvent[]): readonly StreamEvent[] {
  if (!events.some(isCandidate)) return events
  const kept: StreamEvent[] = []
  for (let index = 0; index < events.length; ) {
    const event = events[index] as StreamEvent
    const after = isCandidate(event) ? pressEnd(events, index) : undefined
    if (after === undefined) {
      kept.push(event)
      index++
      continue
    }
    for (const other of events.slice(index + 1, after)) {
      if (other.type === 'click') kept.push({ ...other, flags: other.flags | CLICK_FLAGS.virtual })
      else if (other.type !== 'up') kept.push(other)
    }
    index = after
  }
  return kept
}

/** Only a mouse press can be one. */
function isCandidate(event: StreamEvent): event is EventOf<'down'> {
  return (
    event.type === 'down' &&
    isTrustedMouse(event) &&
    event.button === 0 &&
    event.pressure === 0 &&
    (event.flags & POINTER_FLAGS.noDevice) !== 0
  )
}

/**
 * The index after the press, if it is an accessibility action. The click decides. Without a click, because the element
 * or the recording ended, the press shows nothing: it is left out too.
 */
function pressEnd(events: readonly StreamEvent[], from: number): number | undefined {
  let end = from + 1
  for (let index = from + 1; index < events.length; index++) {
    const event = events[index] as StreamEvent
    if (event.type === 'down' || event.type === 'break') break
    if (event.type === 'up') end = index + 1
    if (event.type === 'click') {
      if ((event.flags & CLICK_FLAGS.virtual) !== 0 || !isTrustedMouse(event)) continue
      return (event.flags & CLICK_FLAGS.noSource) === 0 ? undefined : index + 1
    }
  }
  return end
}

const isTrustedMouse = ({ flags }: { readonly flags: number }): boolean =>
  (flags & UNTRUSTED) === 0 && pointerKind(flags) === POINTER.mouse
