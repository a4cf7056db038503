/** Runs work when the page has idle time, at the latest after two seconds. */
import { guarded, later } from './guard.ts'
import { win } from './natives.ts'

export const PATIENCE_MS = 2000

export function whenIdle(run: () => void): void {
  if (win.requestIdleCallback) win.requestIdleCallback(guarded(run), { timeout: PATIENCE_MS })
  else later(run, 1)
}
