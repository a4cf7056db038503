/**
 * Records the open-ended questions of a survey for the packages of survey tools, and builds the fields of a survey analysis.
 * Nothing here throws or waits for the service: without it, the survey continues.
 */
import { type ByhandOptions, type ByhandPage, loadScript } from './load_script.ts'

export type { ByhandOptions }

/** The functions of `window.byhand` for surveys, in addition to those of every page. */
interface SurveyPage extends ByhandPage {
  trackQuestion(element: Element | null, questionId: string): void
  getQuestionHistories(): Record<string, QuestionHistory>
}

/** `o`: how the browser made the change, see `question_histories` of the survey API. */
export type QuestionHistory = readonly { readonly s: string; readonly t: number; readonly o?: string }[]

/** The fields of a survey analysis that the browser knows. Add `survey_id` and `participant_id`. */
export interface SurveyFields {
  readonly questions: Readonly<Record<string, string>>
  readonly responses: Readonly<Record<string, string>>
  readonly question_histories: Readonly<Record<string, QuestionHistory>>
  readonly session_id: string
  readonly fingerprint_id?: string
}

export interface SurveyRecorder {
  /** Records the typing in a field. A field of a known ID replaces the earlier one. */
  track(field: Element, id: string, text: string): void
  /** The fields of the given questions, or of all. */
  fields(ids?: readonly string[]): SurveyFields
  /** With `consent: 'wait'`. May be called before the script is loaded. */
  consent(given: boolean): void
  /** Sends everything recorded so far. Resolves after at most five seconds. */
  flush(): Promise<void>
}

/**
 * The session ID of a response that no session belongs to: the script was blocked, the service was down, or consent is
 * missing. The service does not know it, so the analysis has `error: true` and is never a clean pass.
 */
export const NO_SESSION = 'not-recorded'

interface Question {
  readonly field: Element
  readonly text: string
}

export function openSurveyRecorder(options: ByhandOptions): SurveyRecorder {
  const questions = new Map<string, Question>()
  let page: SurveyPage | null = null
  let deviceId = ''
  let consented = options.consent === 'wait' ? undefined : true

  void loadScript(options).then((loaded) => {
    page = loaded as SurveyPage | null
    if (!page) return
    for (const [id, { field }] of questions) page.trackQuestion(field, id)
    applyConsent()
  })

  /** The device is read only with consent. */
  function applyConsent(): void {
    if (!page || consented === undefined) return
    if (options.consent === 'wait') page.consent(consented)
    if (consented) {
      void page.getFingerprintId().then((id) => {
        deviceId = id
      })
    }
  }

  return {
    track(field, id, text) {
      questions.set(id, { field, text })
      page?.trackQuestion(field, id)
    },
    fields(ids = [...questions.keys()]) {
      const known = ids.flatMap((id) => {
        const question = questions.get(id)
        return question ? [[id, question] as const] : []
      })
      const recorded = consented === true ? page : null
      const histories = recorded?.getQuestionHistories() ?? {}
      return {
        questions: fromEntries(known.map(([id, { text }]) => [id, text])),
        responses: fromEntries(known.map(([id, { field }]) => [id, textOf(field)])),
        question_histories: fromEntries(
          known.flatMap(([id]) => (histories[id] ? [[id, histories[id]]] : [])),
        ),
        session_id: recorded?.sessionId() || NO_SESSION,
        ...(recorded && deviceId && { fingerprint_id: deviceId }),
      }
    },
    consent(given) {
      consented = given
      applyConsent()
    },
    async flush() {
      await page?.flush()
    },
  }
}

/** Any ID is an ordinary key, `__proto__` included. */
function fromEntries<Value>(entries: readonly (readonly [string, Value])[]): Record<string, Value> {
  return Object.fromEntries(entries)
}

function textOf(field: Element): string {
  return 'value' in field ? String(field.value) : (field.textContent ?? '')
}
