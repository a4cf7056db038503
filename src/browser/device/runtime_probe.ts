/** How often the engine was asked to write out an error that was handed to the console: above 0, a debugger protocol listens.
 *
 * `console.groupEnd` prints nothing, in no browser's console, yet its arguments are sent to whoever listens.
 * Open developer tools listen too, so that this alone proves nothing. */
import { win } from '../natives.ts'
import { engine } from './engine.ts'

const end = win.console?.groupEnd as ((...args: unknown[]) => void) | undefined

export function runtimeProbe(): number | undefined {
  const errors = Error as { prepareStackTrace?: unknown }
  // Only V8 asks `prepareStackTrace`.
  if (engine() !== 'chromium' || !end) return undefined
  let asked = 0
  const had = errors.prepareStackTrace
  errors.prepareStackTrace = () => {
    asked++
    return ''
  }
  end(new Error())
  if (had) errors.prepareStackTrace = had
  else delete errors.prepareStackTrace
  return asked
}
