/** Ways in which another device or browser would have recorded the same person. */
import type { StreamEvent } from '../../src/features/session/fold.ts'

export type Disturbance = (events: readonly StreamEvent[]) => StreamEvent[]

/** Limits moves to this rate. */
const sampled =
  (hertz: number): Disturbance =>
  (events) => {
    let last = Number.NEGATIVE_INFINITY
    return events.filter(({ type, t }) => {
      if (type !== 'move') return true
      // Half a millisecond less, because recorders round their times.
      if (t - last < 10_000 / hertz - 5) return false
      last = t
      return true
    })
  }

const timed =
  (ms: number): Disturbance =>
  (events) =>
    events.map((event) => ({ ...event, t: Math.floor(event.t / (10 * ms)) * 10 * ms }))

const zoomed =
  (factor: number): Disturbance =>
  (events) =>
    events.map((event) =>
      'x' in event ? { ...event, x: Math.round(event.x * factor), y: Math.round(event.y * factor) } : event,
    )

export const CLOCKS: Readonly<Record<string, Disturbance>> = {
  'clock of 5 ms': timed(5),
  'clock of 10 ms': timed(10),
  'clock of 16.7 ms': timed(16.7),
  'clock of 100 ms': timed(100),
}

export const POINTERS: Readonly<Record<string, Disturbance>> = {
  '30 Hz': sampled(30),
  '60 Hz': sampled(60),
  '125 Hz': sampled(125),
  'zoom of 50%': zoomed(0.5),
  'zoom of 80%': zoomed(0.8),
  'zoom of 150%': zoomed(1.5),
  'zoom of 200%': zoomed(2),
}
