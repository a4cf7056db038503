/** Chooses among typing plans the one that Byhand's own model of typing likes best. */
import { KEY_CLASS, KEY_FLAGS, TICKS_PER_MS } from '../../../src/contract/batch/rows.ts'
import { foldKeyWindows } from '../../../src/features/keyboard/key_windows.ts'
import type { StreamEvent } from '../../../src/features/session/fold.ts'
import { earlySuspicionOf, highestSums, MODEL } from '../../../src/models/agent_behavior/predict.ts'
import { drawTypingPerson, typeAsPerson } from './person_keys.ts'
import type { Random } from './random.ts'
import type { Moment } from './xdotool.ts'

const classOf = (symbol: string, shift: boolean): number =>
  symbol === 'space'
    ? KEY_CLASS.space
    : symbol === 'BackSpace'
      ? KEY_CLASS.backspace
      : symbol.startsWith('Shift')
        ? KEY_CLASS.shift
        : /^[a-z]$/.test(symbol)
          ? shift
            ? KEY_CLASS.upper
            : KEY_CLASS.lower
          : /^\d$/.test(symbol) && !shift
            ? KEY_CLASS.digit
            : KEY_CLASS.punctuation

function eventsOf(plans: readonly (readonly Moment[])[]): StreamEvent[] {
  const events: StreamEvent[] = []
  let baseMs = 1000
  for (const plan of plans) {
    let shift = false
    let before = ''
    const slots: string[] = []
    const ordered = [...plan].sort((a, b) => a.atMs - b.atMs)
    for (const { atMs, line } of ordered) {
      const [kind, symbol] = line.split(' ') as [string, string]
      if (symbol.startsWith('Shift')) shift = kind === 'keydown'
      let slot = slots.indexOf(symbol)
      if (slot < 0) slot = slots.indexOf('')
      if (slot < 0) slot = slots.length
      slots[slot] = kind === 'keydown' ? symbol : ''
      const flags =
        (shift ? KEY_FLAGS.shift : 0) | (kind === 'keydown' && symbol === before ? KEY_FLAGS.same : 0)
      if (kind === 'keydown') before = symbol
      const t = Math.round((baseMs + atMs) * TICKS_PER_MS)
      events.push({
        type: kind,
        t,
        class: classOf(symbol, shift),
        flags,
        slot,
        name: 0,
      } as unknown as StreamEvent)
    }
    baseMs += (ordered.at(-1)?.atMs ?? 0) + 20_000
  }
  return events
}

export function suspicionOfPlans(plans: readonly (readonly Moment[])[]): number {
  const fold = foldKeyWindows()
  for (const event of eventsOf(plans)) fold.step(event)
  const windows = fold.done()
  const sums = windows.length === 0 ? 0 : (highestSums(windows, MODEL.keys)[0] ?? 0)
  const first =
    windows.length > 0
      ? Math.max(...windows.map((_, i) => earlySuspicionOf(windows.slice(0, i + 1), MODEL.keys)))
      : 0
  return first * 100 + sums
}

/** Of `tries` plans, the one that Byhand finds the least suspicious after the `earlier` ones. */
export function leastSuspicious(
  text: string,
  random: Random,
  earlier: readonly (readonly Moment[])[],
  tries = 150,
): Moment[] {
  let best: Moment[] = []
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < tries; i++) {
    const plan = typeAsPerson(text, drawTypingPerson(random), random)
    // A little more text, so that the last window is full.
    const found = suspicionOfPlans([...earlier, plan])
    if (found < least) [least, best] = [found, plan]
  }
  return best
}
