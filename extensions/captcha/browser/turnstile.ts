/** `window.turnstile` */
import {
  addWidget,
  call,
  containerOf,
  findWidget,
  type Parameters,
  remove,
  reset,
  solve,
  text,
} from './widget.ts'

const render = (container: unknown, parameters: Parameters = {}): string | undefined => {
  const element = containerOf(container)
  if (!element) return undefined
  const isWithout = `${parameters['response-field'] ?? element.dataset.responseField}` === 'false'
  const name = text(parameters['response-field-name'] ?? element.dataset.responseFieldName)
  const names = isWithout ? [] : [name || 'cf-turnstile-response']
  return `byhand-${addWidget(element, parameters, names, 'input').id}`
}

export const turnstile = {
  ready: (callback: unknown) => call(callback),
  render,
  implicitRender: (): void => {
    for (const element of document.querySelectorAll(`.${turnstileClass}:empty`)) render(element)
  },
  execute: (named: unknown, parameters: Parameters = {}): void => {
    const widget = findWidget(named) ?? findWidget(render(named, { execution: 'execute', ...parameters }))
    if (widget) void solve(widget, text(parameters.action) || undefined)
  },
  reset: (named?: unknown) => reset(findWidget(named)),
  remove: (named?: unknown) => remove(findWidget(named)),
  getResponse: (named?: unknown) => findWidget(named)?.response || undefined,
  isExpired: (named?: unknown) => !findWidget(named)?.response,
}
export const turnstileClass = 'cf-turnstile'
