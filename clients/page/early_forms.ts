/** Forms with `data-byhand-action` that the visitor sends while the script is loading: they wait for it. */

/** As for the script's own parts: a service that does not respond must not keep a form. */
const LOAD_MS = 10_000

/** Afterwards, the script holds such forms itself. If it cannot be loaded, they are sent without a result. */
export function holdEarlyForms(loaded: Promise<unknown>): void {
  const waiting = new Map<HTMLFormElement, HTMLElement | null>()
  const hold = (event: SubmitEvent): void => {
    const form = event.target as HTMLFormElement
    if (!form.matches('[data-byhand-action]')) return
    event.preventDefault()
    event.stopImmediatePropagation()
    waiting.set(form, event.submitter)
  }
  const release = (): void => {
    removeEventListener('submit', hold, true)
    for (const [form, submitter] of waiting) {
      // A control with this name hides the form's own function. The page may have removed the form or its button.
      const { requestSubmit } = HTMLFormElement.prototype
      if (form.isConnected) requestSubmit.call(form, submitter?.isConnected ? submitter : null)
    }
    waiting.clear()
  }
  addEventListener('submit', hold, true)
  void Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, LOAD_MS))]).then(release)
}
