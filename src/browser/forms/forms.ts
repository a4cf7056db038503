/** Prepares a form with `data-byhand-action` for sending. `byhand.js` loads this module with the first such form. */
import { RESULT_COOKIE as FIELD } from '../../contract/result_cookie.ts'
import type { Options } from '../options.ts'
import { stepUp } from '../step_up/step_up.ts'
import { verifiedResult } from './verified_result.ts'

/** False: the visitor closed the task, so the form must not be sent. */
export async function prepareForm(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  { siteKey, endpoint }: Pick<Options, 'siteKey' | 'endpoint'>,
  getSignedResult: (action: string) => Promise<string>,
): Promise<boolean> {
  // Closes a dialog on the page and sends nothing.
  if ((submitter?.getAttribute('formmethod') ?? form.getAttribute('method')) === 'dialog') return true
  const action = form.getAttribute('data-byhand-action') ?? ''
  form.setAttribute('aria-busy', 'true')
  try {
    const result = await verifiedResult(
      () => getSignedResult(action),
      (options) => stepUp({ siteKey, endpoint, ...options }),
    )
    if (result === null) {
      form.dispatchEvent(new CustomEvent('byhand:canceled', { bubbles: true }))
      return false
    }
    resultField(form).value = result
    return true
  } finally {
    form.removeAttribute('aria-busy')
  }
}

/** A framework may have rendered the form again without it. */
function resultField(form: HTMLFormElement): HTMLInputElement {
  const present = form.querySelector<HTMLInputElement>(`input[name="${FIELD}"]`)
  if (present) return present
  const field = document.createElement('input')
  field.type = 'hidden'
  field.name = FIELD
  // Not `form.append`: a control may have this name.
  return Element.prototype.appendChild.call(form, field) as HTMLInputElement
}
