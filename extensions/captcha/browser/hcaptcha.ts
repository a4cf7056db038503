/** `window.hcaptcha` */
import { addWidget, containerOf, findWidget, type Parameters, remove, reset, solve } from './widget.ts'

const FIELDS = ['g-recaptcha-response', 'h-captcha-response']

const render = (container: unknown, parameters: Parameters = {}): string => {
  const element = containerOf(container)
  if (!element) throw new Error('[hCaptcha] render: invalid container')
  return `byhand-${addWidget(element, parameters, FIELDS, 'textarea').id}`
}

/** With `async`, a promise; it rejects with hCaptcha's word for a failed request. */
function execute(id?: unknown, { async }: { async?: boolean } = {}): Promise<object> | undefined {
  const widget = findWidget(id)
  const solved = widget ? solve(widget) : Promise.resolve('')
  if (!async) return undefined
  return solved.then((response) => {
    if (!response) throw 'network-error'
    return { response, key: keyOf(response) }
  })
}

/** Identifies a response in hCaptcha's logs. */
const keyOf = (response: string): string => `E1_${response.slice(-24)}`

export const hcaptcha = {
  render,
  execute,
  reset: (id?: unknown) => reset(findWidget(id)),
  remove: (id?: unknown) => remove(findWidget(id)),
  getResponse: (id?: unknown) => findWidget(id)?.response ?? '',
  getRespKey: (id?: unknown) => keyOf(findWidget(id)?.response ?? ''),
  close: (): void => {},
  setData: (): void => {},
}
export const hcaptchaClass = 'h-captcha'
