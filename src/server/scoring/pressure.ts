/** Whether the event loop is busy with requests. */
import { performance } from 'node:perf_hooks'

/** Event loop utilization. Above this, requests wait for the CPU. */
const BUSY_SHARE = 0.5

/** Over a shorter time, the few batches that arrive while one session is scored look like a busy loop. */
const WINDOW_MS = 1_000

export function openPressure(windowMs = WINDOW_MS): () => boolean {
  let before = performance.eventLoopUtilization()
  let measuredAt = performance.now()
  let busy = false
  return () => {
    const at = performance.now()
    if (at - measuredAt < windowMs) return busy
    const now = performance.eventLoopUtilization()
    busy = performance.eventLoopUtilization(now, before).utilization > BUSY_SHARE
    before = now
    measuredAt = at
    return busy
  }
}
