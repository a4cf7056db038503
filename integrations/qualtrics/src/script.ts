/**
 * The header script for Qualtrics. Question JavaScript pushes its question to `byhandQualtrics`, before or after this
 * script is loaded. The session and the device go into embedded data, which the Web Service element sends.
 */
import { openFields, questionText } from '../../../clients/page/question_text.ts'
import { NO_SESSION, openSurveyRecorder } from '../../../clients/page/survey_recorder.ts'

/** The object of Qualtrics that is `this` in the JavaScript of a question. */
interface QualtricsQuestion {
  readonly questionId: string
  getQuestionContainer?(): Element
}

interface SurveyEngine {
  /** In the new survey-taking experience; the name in the survey flow begins with `__js_`. */
  setJSEmbeddedData?(name: string, value: string): void
  setEmbeddedData?(name: string, value: string): void
}

interface QualtricsWindow {
  readonly Qualtrics?: { readonly SurveyEngine?: SurveyEngine }
  byhandQualtrics?: Calls
}

interface Calls {
  push(call: Call): void
}

/** A question to record, a page to save, or an answer to the question for consent. */
type Call = QualtricsQuestion | { readonly save: true } | { readonly consent: boolean }

const page = window as QualtricsWindow
const tag = (document.currentScript ??
  document.querySelector('script[src*="/integrations/qualtrics.js"]')) as HTMLScriptElement | null
const { src = '', siteKey = '', consent, device } = tag?.dataset ?? {}
const recorder = openSurveyRecorder({
  src,
  siteKey,
  consent: consent === 'wait' ? 'wait' : undefined,
  device: device === 'off' ? 'off' : undefined,
  nonce: tag?.nonce,
})

function save(): void {
  const { session_id, fingerprint_id } = recorder.fields([])
  if (session_id === NO_SESSION) return
  store('byhand_session_id', session_id)
  if (fingerprint_id !== undefined) store('byhand_fingerprint_id', fingerprint_id)
  void recorder.flush()
}

function store(name: string, value: string): void {
  const engine = page.Qualtrics?.SurveyEngine
  if (engine?.setJSEmbeddedData) engine.setJSEmbeddedData(name, value)
  else engine?.setEmbeddedData?.(`__js_${name}`, value)
}

function handle(call: Call): void {
  if ('consent' in call) recorder.consent(call.consent)
  else if ('save' in call) save()
  else track(call)
}

function track(question: QualtricsQuestion): void {
  const container = question.getQuestionContainer?.() ?? document.getElementById(question.questionId)
  const field = container && openFields(container)[0]
  if (field) recorder.track(field, question.questionId, questionText(field))
}

const waiting = Array.isArray(page.byhandQualtrics) ? (page.byhandQualtrics as Call[]) : []
page.byhandQualtrics = { push: handle }
for (const call of waiting) handle(call)
