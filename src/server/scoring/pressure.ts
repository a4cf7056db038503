/** Whether the event loop has its hands full with those who wait for an answer. */
import { performance } from 'node:perf_hooks'

/** Of the time since the last look. Above it the processor is what everybody waits for. */
const BUSY_SHARE = 0.5

export function openPressure(): () => boolean {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return utilization > BUSY_SHARE
  }
}
