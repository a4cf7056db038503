/**
 * Widgets without a puzzle: hidden fields that hold a signed result, renewed before it expires. When the visitor submits
 * the form, the service may ask for step-up verification first.
 */
import { doc, setTimer, win } from '../../../src/browser/natives.ts'
import { isVisitorActive, record, signedResult, verifiedResult } from './recording.ts'

/** A result is valid for 120 seconds; the form needs time to arrive. */
const RENEW_MS = 90_000
/** After the service did not answer. As long as the default of Turnstile. */
const RETRY_MS = 8_000

/** Parameters of `render`, as functions or names of global functions. */
export type Parameters = Readonly<Record<string, unknown>>

export interface Widget {
  readonly id: number
  readonly container: HTMLElement
  readonly parameters: Parameters
  readonly fields: readonly (HTMLInputElement | HTMLTextAreaElement)[]
  /** Waits for `execute` instead of getting a response at once. */
  readonly isOnDemand: boolean
  response: string
  /** Counts renewals, so that a timer of an earlier response does nothing. */
  turn: number
}

const widgets: Widget[] = []

export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** By the number that `render` returned, by its container or a selector; without one, the first. */
export function findWidget(named?: unknown): Widget | undefined {
  if (named === undefined || named === null) return widgets[0]
  const id = Number(`${named}`.replace(/^byhand-/, ''))
  return widgets.find((widget) => widget.id === id || widget.container === containerOf(named))
}

export function containerOf(named: unknown): HTMLElement | null {
  if (named instanceof HTMLElement) return named
  const name = text(named)
  try {
    return doc.getElementById(name) ?? doc.querySelector<HTMLElement>(name)
  } catch {
    return null
  }
}

/** `fieldNames`: of the hidden fields in the form. */
export function addWidget(
  container: HTMLElement,
  given: Parameters,
  fieldNames: readonly string[],
  tag: 'input' | 'textarea',
): Widget {
  const parameters = { ...attributesOf(container), ...given }
  const isButton = container.matches('button, input')
  const fields = fieldNames.map((name) => {
    const field = doc.createElement(tag)
    field.hidden = true
    if (field instanceof HTMLInputElement) field.type = 'hidden'
    field.name = name
    if (!doc.getElementById(name)) field.id = name
    if (isButton) container.after(field)
    else container.append(field)
    return field
  })
  const widget: Widget = {
    id: widgets.length,
    container,
    parameters,
    fields,
    isOnDemand: isButton || parameters.size === 'invisible' || parameters.execution === 'execute',
    response: '',
    turn: 0,
  }
  widgets.push(widget)
  record(text(parameters.sitekey))
  if (isButton) {
    container.addEventListener('click', (event) => {
      event.preventDefault()
      void solve(widget)
    })
  } else if (!widget.isOnDemand) {
    // Before the handlers of the page, which may send the form themselves.
    if (!isHolding) win.addEventListener('submit', hold, true)
    isHolding = true
    void renew(widget)
  }
  return widget
}

let isHolding = false
const held = new WeakSet<HTMLFormElement>()
let released: HTMLFormElement | undefined

/** Sends a form with a response for all that the visitor did. If the visitor closes the task, the form is not sent. */
async function hold(event: SubmitEvent): Promise<void> {
  const form = event.target as HTMLFormElement
  const widget = widgets.find(({ container, isOnDemand }) => !isOnDemand && form.contains(container))
  if (!widget || form === released) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (held.has(form)) return
  held.add(form)
  const isVerified = await fill(widget, verifiedResult)
  held.delete(form)
  if (!isVerified) return
  released = form
  try {
    form.requestSubmit(event.submitter)
  } catch {
    form.submit()
  }
  released = undefined
}

/** `data-sitekey`, `data-expired-callback`: the same parameters as attributes. */
const attributesOf = (element: HTMLElement): Parameters =>
  Object.fromEntries(
    [...element.attributes]
      .filter(({ name }) => name.startsWith('data-'))
      .map(({ name, value }) => [name.slice('data-'.length), value]),
  )

/** For `execute`: a response, which is empty if the service cannot be reached or the visitor closed the task. */
export async function solve(widget: Widget, action?: string): Promise<string> {
  await fill(widget, isVisitorActive() ? verifiedResult : signedResult, action)
  return widget.response
}

const renew = (widget: Widget): Promise<boolean> => fill(widget, signedResult)

/** Gets a response and passes it to the page. False if the visitor closed the task. */
async function fill(
  widget: Widget,
  get: (action: string, data: string) => Promise<string | null>,
  action?: string,
): Promise<boolean> {
  const { parameters } = widget
  const turn = ++widget.turn
  const data = text(parameters.cdata) || text(parameters.cData)
  const response = await get(action ?? text(parameters.action), data)
  if (turn !== widget.turn) return response !== null
  setResponse(widget, response ?? '')
  setTimer(
    () => {
      if (turn !== widget.turn) return
      if (!widget.isOnDemand) void renew(widget)
      else {
        setResponse(widget, '')
        call(parameters['expired-callback'])
      }
    },
    response || widget.isOnDemand ? RENEW_MS : RETRY_MS,
  )
  if (response) call(parameters.callback, response)
  else call(parameters['error-callback'], response === null ? 'challenge-closed' : 'network-error')
  return response !== null
}

export function reset(widget: Widget | undefined): void {
  if (!widget) return
  widget.turn++
  setResponse(widget, '')
  if (!widget.isOnDemand) void renew(widget)
}

export function remove(widget: Widget | undefined): void {
  if (!widget) return
  widget.turn++
  for (const field of widget.fields) field.remove()
  widgets[widget.id] = { ...widget, container: doc.createElement('div'), response: '' }
}

function setResponse(widget: Widget, response: string): void {
  widget.response = response
  for (const field of widget.fields) field.value = response
}

/** An error of the page is the page's own: it is reported as if the browser had called the function. */
export function call(callback: unknown, ...given: unknown[]): void {
  const run = typeof callback === 'string' ? (win as unknown as Record<string, unknown>)[callback] : callback
  if (typeof run === 'function') setTimer(() => run(...given), 0)
}
