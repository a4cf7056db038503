/** Reads the device in idle moments: what is cheap first, what is asked elsewhere last. */
import { guarded, later } from '../guard.ts'
import type { Json } from '../json.ts'
import { win } from '../natives.ts'
import type { ReadDevice } from '../recorder.ts'
import { inFreshFrame } from './fresh_frame.ts'
import { AGAIN, FRAMED, LATE, PLAIN } from './signals.ts'

/** Milliseconds that must be left of an idle moment to read another signal in it. */
const SPARE_MS = 2

/** An idle moment is waited for this long, and asynchronous signals as long again. */
const PATIENCE_MS = 2000

type Signals = { [name: string]: Json }

const absent = (reason: string): Json => ({ absent: reason })

const valueOr = (value: Json): Json => (value === undefined || value === null ? absent('unsupported') : value)

const nameOf = (error: unknown): Json => absent(`${(error as Error)?.name}`)

function read(run: () => Json): Json {
  try {
    return valueOr(run())
  } catch (error) {
    return nameOf(error)
  }
}

function readFramed(signals: Signals): void {
  const names = Object.keys(FRAMED)
  const failed = read(() => {
    inFreshFrame((fresh) => {
      for (const name of names) signals[name] = read(() => FRAMED[name]?.(fresh))
    })
    return true
  })
  for (const name of names) signals[name] ??= failed
}

async function readLate(hand: (signals: Signals) => void): Promise<void> {
  const signals: Signals = {}
  const names = Object.keys(LATE)
  for (const name of names) signals[name] = absent('timeout')
  const all = Promise.all(
    names.map(async (name) => {
      signals[name] = await LATE[name]?.().then(valueOr, nameOf)
    }),
  )
  await Promise.race([all, new Promise<void>((resolve) => later(resolve, PATIENCE_MS))])
  hand({ ...signals })
}

export const readDevice: ReadDevice = (at, hand) => {
  const signals: Signals = {}
  if (at === 'submit') {
    for (const name of AGAIN) signals[name] = read(PLAIN[name] as () => Json)
    hand({ at, signals })
    return
  }

  const names = Object.keys(PLAIN)
  const whenIdle = (run: (deadline?: IdleDeadline) => void): void => {
    if (win.requestIdleCallback) win.requestIdleCallback(guarded(run), { timeout: PATIENCE_MS })
    else later(run, 1)
  }
  const step = (deadline?: IdleDeadline): void => {
    do {
      const name = names.shift()
      if (name) signals[name] = read(PLAIN[name] as () => Json)
      else {
        readFramed(signals)
        hand({ at, signals })
        readLate((late) => hand({ at, signals: late })).catch(() => {})
        return
      }
    } while (deadline && deadline.timeRemaining() > SPARE_MS)
    whenIdle(step)
  }
  whenIdle(step)
}
