/** Nothing of ours is ever thrown into a page: every callback runs in here, and after three errors none runs again. */
import { addListener, setTimer } from './natives.ts'

/** Internal errors after which the script considers itself broken on this page and leaves it alone. */
const MAX_ERRORS = 3

let errors = 0

/** To be run ahead of listeners. */
export let wake = (): void => {}

export function beforeEvents(run: () => void): void {
  wake = run
}

const CAPTURE = { capture: true, passive: true }

/** Whatever is guarded does nothing from now on. */
export function stopAll(): void {
  errors = MAX_ERRORS
}

/** The same function, silent when it fails and idle once everything has stopped. */
export const guarded =
  <Argument = void>(run: (argument: Argument) => void) =>
  (argument: Argument): void => {
    if (errors >= MAX_ERRORS) return
    try {
      run(argument)
    } catch {
      errors++
    }
  }

/** Listens in the capture phase and passively, before the page can stop the event. Types are separated by blanks. */
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
