/**
 * Forms with `data-byhand-action`: the browser sends them only after step-up verification, with a signed result. The code
 * for that is loaded when the visitor enters such a form. If it cannot be loaded, the form is sent without a result, and
 * the server decides.
 */
import type { prepareForm } from './forms/forms.ts'
import { guarded } from './guard.ts'
import { addListener, attempt, doc, setTimer, win } from './natives.ts'
import type { Options } from './options.ts'

const DECLARED = '[data-byhand-action]'
const LOAD_MS = 10_000

/** A control named `submit` or `requestSubmit` hides the form's own function. */
const { requestSubmit, submit } = (win.HTMLFormElement?.prototype ?? {}) as HTMLFormElement

export function holdForms(options: Options, getSignedResult: (action: string) => Promise<string>): void {
  const url = new URL('../../forms.mjs', new URL(options.endpoint, doc.baseURI)).href
  const held = new WeakSet<EventTarget>()
  let released: EventTarget | undefined

  const load = (): Promise<{ prepareForm: typeof prepareForm }> =>
    import(/* @vite-ignore */ /* webpackIgnore: true */ url)

  async function hold(form: HTMLFormElement, submitter: HTMLButtonElement | null): Promise<void> {
    held.add(form)
    let isReady = true
    try {
      const forms = await Promise.race([load(), new Promise<never>((_, fail) => setTimer(fail, LOAD_MS))])
      isReady = await forms.prepareForm(form, submitter, options, getSignedResult)
    } catch {}
    held.delete(form)
    if (!isReady) return
    released = form
    // The page may have removed the button, and old browsers lack the function.
    attempt(() => [requestSubmit.call(form, submitter?.form === form ? submitter : null)]) ??
      submit.call(form)
    released = undefined
  }

  const capture = (type: string, run: (event: SubmitEvent, target: HTMLFormElement) => void): void =>
    addListener(
      win,
      type,
      guarded((event: SubmitEvent) => run(event, event.target as HTMLFormElement)),
      { capture: true },
    )
  capture('focusin', (_, target) => {
    if (target.closest?.(DECLARED)) load().catch(() => {})
  })
  capture('submit', (event, target) => {
    if (target === released || !target.matches?.(DECLARED)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (!held.has(target)) void hold(target, event.submitter as HTMLButtonElement | null)
  })
}
