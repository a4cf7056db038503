/** Guards every callback, so that nothing is thrown into the page. After three errors no callback runs again. */
import { addListener, setTimer } from './natives.ts'

/** Internal errors after which the script stops on this page. */
const MAX_ERRORS = 3

let errors = 0

/** Run before listeners. */
export let wake = (): void => {}

export function beforeEvents(run: () => void): void {
  wake = run
}

const CAPTURE = { capture: true, passive: true }

/** Disables all guarded functions. */
export function stopAll(): void {
  errors = MAX_ERRORS
}

export const isStopped = (): boolean => errors >= MAX_ERRORS

/** The same function without errors, and without effect once everything has stopped. */
export const guarded =
  <Argument = void>(run: (argument: Argument) => void) =>
  (argument: Argument): void => {
    if (isStopped()) return
    try {
      run(argument)
    } catch {
      errors++
    }
  }

/** Listens passively in the capture phase, before the page can stop the event. Types are separated by spaces. */
export function onEvery<Type extends Event>(
  target: EventTarget,
  types: string,
  run: (event: Type) => void,
): void {
  const handler = guarded(run)
  for (const type of types.split(' ')) addListener(target, type, handler, CAPTURE)
}

/** The same, after `beforeEvents`. */
export function on<Type extends Event>(target: EventTarget, types: string, run: (event: Type) => void): void {
  onEvery<Type>(target, types, (event) => {
    wake()
    run(event)
  })
}

export const later = (run: () => void, ms: number): unknown => setTimer(guarded(run), ms)
