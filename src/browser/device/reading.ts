/** Reads device signals in idle callbacks: cheap ones first, asynchronous ones last. */
import { guarded, later } from '../guard.ts'
import { PATIENCE_MS, whenIdle } from '../idle.ts'
import type { Json } from '../json.ts'
import { attempt, now } from '../natives.ts'
import type { ReadDevice } from '../recorder.ts'
import { type FreshWindow, freshFrame } from './fresh_frame.ts'
import { AGAIN, FRAMED, LATE, PLAIN } from './signals.ts'
import { isOn } from './switch.ts'

/** Milliseconds after which reading continues in the next idle callback. */
const SLICE_MS = 8

type Signals = { [name: string]: Json }

const absent = (reason: string): Json => ({ absent: reason })

const valueOr = (value: Json): Json => (value === undefined || value === null ? absent('unsupported') : value)

const nameOf = (error: unknown): Json => absent((error as Error)?.name ?? 'failed')

function read(run: () => Json): Json {
  try {
    return valueOr(run())
  } catch (error) {
    return nameOf(error)
  }
}

function readFramed(signals: Signals): void {
  const frame = attempt(freshFrame)
  for (const name in FRAMED)
    signals[name] = read(() =>
      (FRAMED[name] as (fresh: FreshWindow) => Json)(frame?.contentWindow as FreshWindow),
    )
  attempt(() => frame?.remove())
}

/** Avoids `Promise.all` and `then`, which pages replace: a rejection must not become visible to them. */
function readLate(onReading: (signals: Signals) => void): void {
  let signals: Signals | undefined = {}
  let left = 0
  const finish = (): void => {
    if (signals) onReading(signals)
    signals = undefined
  }
  const readOne = async (name: string): Promise<void> => {
    let value: Json
    try {
      value = valueOr(await (LATE[name] as () => Promise<Json>)())
    } catch (error) {
      value = nameOf(error)
    }
    if (signals) signals[name] = value
    if (!--left) guarded(finish)()
  }
  for (const name in LATE) {
    left++
    signals[name] = absent('timeout')
    void readOne(name)
  }
  later(finish, PATIENCE_MS)
}

export const readDevice: ReadDevice = (at, onReading) => {
  if (!isOn) return
  const signals: Signals = {}
  const deliver = (signals: Signals): void => onReading({ at, signals })
  if (at === 'submit') {
    for (const name of AGAIN) signals[name] = read(PLAIN[name] as () => Json)
    deliver(signals)
    return
  }

  const names = Object.keys(PLAIN)
  // Measures time itself, because some pages never have idle time left.
  const step = (): void => {
    const startMs = now()
    do {
      const name = names.shift()
      if (name) signals[name] = read(PLAIN[name] as () => Json)
      else {
        readFramed(signals)
        deliver(signals)
        readLate(deliver)
        return
      }
    } while (now() - startMs < SLICE_MS)
    whenIdle(step)
  }
  whenIdle(step)
}
