/**
 * For survey tools whose pages accept a script tag. Records open-ended questions, and writes the result into hidden fields of
 * the page's own form, by their names: `byhand_session_id`, `byhand_fingerprint_id`, `byhand_fields` (JSON).
 */
import { openFields, questionText } from '../../../clients/page/question_text.ts'
import { openSurveyRecorder } from '../../../clients/page/survey_recorder.ts'

const tag = document.currentScript as HTMLScriptElement
const { src = '', siteKey = '', userId, consent, device, questions } = tag.dataset
const recorder = openSurveyRecorder({
  src,
  siteKey,
  userId,
  consent: consent === 'wait' ? 'wait' : undefined,
  device: device === 'off' ? 'off' : undefined,
  nonce: tag.nonce,
})
/** Without names, every field of several lines is a question. */
const named = questions?.split(',').map((name) => name.trim())
const tracked = new WeakSet<Element>()

const nameOf = (field: Element): string =>
  field.getAttribute('data-byhand-question') || field.getAttribute('name') || field.id

function isQuestion(field: Element): boolean {
  if (nameOf(field) === '' || nameOf(field).startsWith('byhand_')) return false
  if (field.hasAttribute('data-byhand-question')) return true
  return named ? named.includes(nameOf(field)) : field.localName === 'textarea'
}

function trackAll(): void {
  for (const field of openFields(document)) {
    if (tracked.has(field) || !isQuestion(field)) continue
    tracked.add(field)
    recorder.track(field, nameOf(field), questionText(field))
  }
}

function fill(): void {
  const fields = recorder.fields()
  write('byhand_session_id', fields.session_id)
  write('byhand_fingerprint_id', fields.fingerprint_id ?? '')
  write('byhand_fields', JSON.stringify(fields))
}

function write(name: string, value: string): void {
  for (const field of document.getElementsByName(name)) {
    if (!('value' in field) || field.value === value) continue
    field.value = value
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

/** Survey tools submit by a form, or by their own code after a click or a key. */
for (const type of ['submit', 'click', 'change', 'keydown'])
  document.addEventListener(type, ({ isTrusted }) => (isTrusted || type === 'submit') && fill(), true)
document.addEventListener('submit', () => recorder.flush(), true)
new MutationObserver(trackAll).observe(document, { childList: true, subtree: true })
trackAll()

Object.assign(globalThis, {
  byhandPage: { consent: recorder.consent, flush: recorder.flush, fields: recorder.fields },
})
