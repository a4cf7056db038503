/** Whether a function is the browser's own, asked of a fresh frame: a page may have replaced its own `toString`. */
import type { FreshWindow } from './fresh_frame.ts'

export const isNative = (run: unknown, fresh: FreshWindow): boolean =>
  typeof run === 'function' && /\[native code\]\s*}$/.test(fresh.Function.prototype.toString.call(run))
