/**
 * The browser script as a module: `import { start } from 'byhand'`.
 * Importing it has no effect; everything begins with `start`. Nothing here throws. Only a fault of the set-up is logged.
 */
import { fileSystem } from './device/file_system.ts'
import { readDevice } from './device/reading.ts'
import { isOn, turnOff } from './device/switch.ts'
import { fingerprint } from './fingerprint/fingerprint.ts'
import { guarded, later, on } from './guard.ts'
import { holdForms } from './hold_forms.ts'
import { attempt, complain, doc, win } from './natives.ts'
import type { Options } from './options.ts'
import {
  answerNow,
  consentTo,
  keepReading,
  replaceTags,
  flush as sendNow,
  setUser,
  startRecording,
  stopRecording,
  trackField,
} from './recorder.ts'
import { fetchResult } from './result.ts'
import { whenSent } from './send.ts'
import * as session from './session.ts'
import type { Change } from './survey/change.ts'
import { omitContent, questionHistories } from './survey/questions.ts'

export type { Change, Options }

/** After this time, a page that has not called `start` with a site key and an endpoint has forgotten it. */
const START_MS = 5000

let started: Options | undefined
let announce: (sessionId: string) => void

/**
 * Resolves with the session ID. Never rejects.
 *
 * @example
 * const sessionId = await ready
 */
export const ready: Promise<string> = new Promise((resolve) => {
  announce = resolve
})

/**
 * Starts recording. A second call has no effect, and neither does a call outside a browser.
 *
 * @example
 * start({ siteKey: 'bh_pk_...', endpoint: 'https://byhand.example.org/i/v1/batch', userId: 'u-17', tags: ['signup'] })
 */
export const start: (options: Options) => void = guarded((options) => {
  const { siteKey, endpoint, globalName, contentFree, device } = options ?? {}
  if (started || !doc) return
  if (/^bh_sk/.test(siteKey)) {
    complain('The site key is a secret key: remove and rotate it.', endpoint)
    return
  }
  if (!siteKey || !endpoint) {
    // A page whose tag has no key may call `start` itself.
    later(() => started || complain('There is no site key or endpoint.', endpoint), START_MS)
    return
  }
  started = options
  if (`${contentFree ?? false}` !== 'false') omitContent()
  if (/off/i.test(device as string)) turnOff()
  startRecording(options, readDevice)
  holdForms(options, getSignedResult)
  const globals = win as unknown as Record<string, unknown>
  if (globalName) {
    globals[`get${globalName}SessionId`] = sessionId
    globals[`set${globalName}UserId`] = setUserId
    globals[`set${globalName}Tags`] = setTags
  }
  announce(session.id)
  const fire = (): void => {
    for (const name of ['byhand', globalName]) {
      if (name) win.dispatchEvent(new CustomEvent(`${name.toLowerCase()}:ready`, { detail: session.id }))
    }
  }
  // After the scripts that follow this one, so that they can listen.
  if (doc.readyState === 'loading') on(doc, 'DOMContentLoaded', fire)
  else later(fire, 0)
})

/**
 * The current session's ID. Empty before `start`. It is public: send it with a form, and request the report from your
 * server.
 *
 * @example
 * form.elements.session.value = sessionId()
 */
export function sessionId(): string {
  return session.id
}

/**
 * The name of `sessionId` in docs/reference/specification.md.
 *
 * @example
 * form.elements.session.value = getServiceSessionId()
 */
export const getServiceSessionId = sessionId

/**
 * Sets your identifier for the user. The latest value wins. After `null` or an empty text, nothing that is sent names a
 * user; the session stays in the list of the user it had.
 *
 * @example
 * setUserId('u-17')
 */
export const setUserId: (userId: string | null) => void = guarded(setUser)

/**
 * Replaces the session's tags.
 *
 * @example
 * setTags(['checkout', 'variant-b'])
 */
export const setTags: (tags: readonly string[]) => void = guarded(replaceTags)

/**
 * Declares a field as a survey question, like the attribute `data-byhand-question`: its text and typing are recorded.
 * A container stands for the first field in it.
 *
 * @example
 * trackQuestion(document.querySelector('#why'), 'q1')
 */
export function trackQuestion(element: Element | null, questionId: string): void {
  guarded(trackField)([element, questionId])
}

/**
 * The typing history of every declared question, for `question_histories` of a survey analysis:
 * `s` is the text entered so far, `t` the milliseconds since the question's first event.
 *
 * @example
 * const body = { survey_id, participant_id, questions, responses, question_histories: getQuestionHistories() }
 */
export function getQuestionHistories(): Record<string, Change[]> {
  return attempt(questionHistories) ?? {}
}

/**
 * An ID of the device without a cookie, computed on the first call and equal for every site. Two devices of the same
 * model can share it, and a browser update can change it. Empty if the browser reveals too little, and
 * with `device: 'off'`.
 *
 * @example
 * const body = { survey_id, participant_id, questions, responses, fingerprint_id: await getFingerprintId() }
 */
export async function getFingerprintId(): Promise<string> {
  try {
    if (!isOn) return ''
    const fingerprint_id = fingerprint()
    if (started) keepReading({ at: 'load', signals: { fingerprint_id, file_system: await fileSystem() } })
    return fingerprint_id
  } catch {
    return ''
  }
}

/**
 * With `consent: 'wait'`: `true` starts sending, `false` deletes everything and stops.
 *
 * @example
 * onConsentBanner((accepted) => consent(accepted))
 */
export const consent: (given: boolean) => void = guarded(consentTo)

/**
 * Sends everything recorded so far, at once. Resolves when the service has acknowledged it, or after five seconds. Never
 * rejects. A submitted form does the same.
 *
 * @example
 * await flush()
 * await fetch('/checkout', { method: 'POST', body })
 */
export async function flush(): Promise<void> {
  if (!started) return
  guarded(sendNow)()
  await whenSent()
}

/**
 * Sends everything recorded so far, and resolves with a signed result for your server: encrypted, valid for 120 seconds.
 * Empty if the service cannot be reached or nothing may be sent. Never rejects.
 *
 * @example
 * form.elements['byhand-result'].value = await getSignedResult('signup')
 */
export async function getSignedResult(pageAction?: string, pageData?: string): Promise<string> {
  await flush()
  // The answer that the service may still wait for decides about the result.
  if (attempt(answerNow)) await flush()
  return started ? fetchResult(started, pageAction, pageData) : ''
}

/**
 * Sends the recorded events and stops on this page.
 *
 * @example
 * stop()
 */
export const stop: () => void = guarded(stopRecording) as () => void
