/**
 * How often the engine serialized an error that was passed to the console. Above 0, a debugger is attached.
 * `console.groupEnd` prints nothing in any browser, but its arguments are sent to debuggers.
 * Open developer tools count too, so this alone is no proof.
 */
import { win } from '../natives.ts'
import { engine } from './engine.ts'

const end = win.console?.groupEnd as ((...args: unknown[]) => void) | undefined

export function runtimeProbe(): number | undefined {
  const errors = Error as { prepareStackTrace?: unknown }
  // Only V8 calls `prepareStackTrace`.
  if (engine() !== 'chromium' || !end) return undefined
  let calls = 0
  const had = errors.prepareStackTrace
  errors.prepareStackTrace = () => {
    calls++
    return ''
  }
  end(new Error())
  if (had) errors.prepareStackTrace = had
  else delete errors.prepareStackTrace
  return calls
}
