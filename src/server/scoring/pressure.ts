/** Whether the event loop is busy with requests. */
import { performance } from 'node:perf_hooks'

/** Event loop utilization since the last call. Above this, requests wait for the CPU. */
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
