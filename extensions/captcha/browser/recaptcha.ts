/** `window.grecaptcha`: reCAPTCHA v2 (checkbox and invisible) and v3. */
import { doc } from '../../../src/browser/natives.ts'
import { isVisitorActive, record, signedResult, verifiedResult } from './recording.ts'
import { addWidget, call, containerOf, findWidget, type Parameters, reset, solve, text } from './widget.ts'

const FIELDS = ['g-recaptcha-response']

const render = (container: unknown, parameters: Parameters = {}): number => {
  // A loader of v3 passes parameters only, for a widget without a place in the page.
  const isPlaced = !container || typeof container !== 'object' || container instanceof Node
  if (!isPlaced) return addWidget(doc.createElement('div'), container as Parameters, FIELDS, 'textarea').id
  const element = containerOf(container)
  if (!element) throw new Error('reCAPTCHA placeholder element must be an element or id')
  return addWidget(element, parameters, FIELDS, 'textarea').id
}

/** A site key: v3. A widget or nothing: the invisible v2. */
async function execute(of?: unknown, { action }: { action?: unknown } = {}): Promise<string> {
  const widget = typeof of === 'string' ? undefined : findWidget(of)
  if (widget) return solve(widget, text(action) || undefined)
  record(text(of))
  return (await (isVisitorActive() ? verifiedResult : signedResult)(text(action))) ?? ''
}

const functions = {
  ready: (callback: unknown) => call(callback),
  render,
  execute,
  reset: (id?: unknown) => reset(findWidget(id)),
  getResponse: (id?: unknown) => findWidget(id)?.response ?? '',
}

export const recaptcha = { ...functions, enterprise: functions }
export const recaptchaClass = 'g-recaptcha'
