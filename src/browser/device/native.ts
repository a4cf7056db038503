/** Whether a function is the browser's own, by the `toString` of a fresh frame: the page may have replaced its own. */
import type { FreshWindow } from './fresh_frame.ts'

export const isNative = (run: unknown, fresh: FreshWindow): boolean =>
  typeof run === 'function' && /\[native code\]\s*}$/.test(fresh.Function.prototype.toString.call(run))
