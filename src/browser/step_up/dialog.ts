/** The task as a modal dialog. The browser traps the focus, closes it with Escape and returns the focus. */
import { STEP_UP_LEAST_SHARE, stepUpField } from '../../contract/step_up_field.ts'
import { STYLE } from './style.ts'
import type { StepUpTexts } from './texts.ts'

/** Resolves to true after `send`, and to false if the visitor closed the dialog. Rejects if `send` does. */
export function showTask(
  task: string,
  sentence: string,
  texts: StepUpTexts,
  send: () => Promise<void>,
): Promise<boolean> {
  const { host, dialog } = openDialog()
  const field = element('input', {
    // The name by which the service finds the events. A label element would replace it.
    name: stepUpField(task),
    'aria-labelledby': 'field',
    'aria-describedby': 'sentence status',
    autocomplete: 'off',
    autocapitalize: 'off',
    autocorrect: 'off',
    spellcheck: 'false',
    autofocus: '',
  })
  const status = element('p', { id: 'status', role: 'status' })
  const cancel = element('button', { type: 'button' }, texts.cancel)
  const submit = element('button', { type: 'submit' }, texts.send)
  const buttons = element('div', { class: 'buttons' })
  buttons.append(cancel, submit)
  const form = element('form', { novalidate: '' })
  form.append(
    element('h2', { id: 'title' }, texts.title),
    element('p', { id: 'why' }, texts.why),
    // The service compares the keys with this sentence, not with a translation by the browser.
    element('p', { id: 'sentence', class: 'sentence', translate: 'no' }, sentence),
    element('p', { id: 'field', class: 'field' }, texts.field),
    field,
    status,
    buttons,
  )
  dialog.append(form)

  return new Promise<boolean>((resolve, reject) => {
    let isSending = false
    const close = (end: () => void): void => {
      dialog.close()
      host.remove()
      end()
    }
    const stop = (): void => {
      if (!isSending) close(() => resolve(false))
    }
    cancel.addEventListener('click', stop)
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      stop()
    })
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      if (isSending) return
      if (field.value.trim().length < sentence.length * STEP_UP_LEAST_SHARE) {
        status.textContent = texts.tooShort
        field.focus()
        return
      }
      isSending = true
      status.textContent = texts.sending
      try {
        await send()
        close(() => resolve(true))
      } catch (error) {
        close(() => reject(error))
      }
    })
    dialog.showModal()
    field.focus()
  })
}

/** Says how long the visitor must wait. Resolves when the visitor closes the dialog. */
export function showWait({ title, wait, close }: StepUpTexts, seconds: number): Promise<void> {
  const { host, dialog } = openDialog()
  const button = element('button', { type: 'submit', autofocus: '' }, close)
  const buttons = element('div', { class: 'buttons' })
  buttons.append(button)
  const form = element('form', { method: 'dialog' })
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  form.append(
    element('h2', { id: 'title' }, title),
    element('p', { id: 'why' }, wait.replace('{minutes}', `${minutes}`)),
    buttons,
  )
  dialog.append(form)
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      host.remove()
      resolve()
    })
    dialog.showModal()
  })
}

/** An empty dialog in the page, not yet shown. */
function openDialog(): { host: HTMLElement; dialog: HTMLDialogElement } {
  const host = document.createElement('div')
  // Neither the styles of the page nor a style element, which a content security policy may forbid.
  const root = host.attachShadow({ mode: 'open' })
  adopt(root)
  const dialog = element('dialog', { 'aria-labelledby': 'title', 'aria-describedby': 'why' })
  root.append(dialog)
  document.body.append(host)
  return { host, dialog }
}

function adopt(root: ShadowRoot): void {
  try {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(STYLE)
    root.adoptedStyleSheets = [sheet]
  } catch {
    // Without styles the dialog still works.
  }
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
  text = '',
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.textContent = text
  return made
}
