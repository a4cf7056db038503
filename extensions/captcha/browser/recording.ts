/** Starts the recording for a captcha widget, unless the page already loaded the browser script. */

import { verifiedResult as afterStepUp } from '../../../src/browser/forms/verified_result.ts'
import { doc, nav, win } from '../../../src/browser/natives.ts'
import { type PageApi, pageApi } from '../../../src/browser/page_api.ts'
import type { StepUpOptions, StepUpOutcome } from '../../../src/browser/step_up/step_up.ts'
import { INGEST_PATH } from '../../../src/contract/paths.ts'
import { CAPTCHA_SCRIPTS } from '../paths.ts'

const globals = win as unknown as { byhand?: PageApi; getServiceSessionId?: () => string }

/** This script's own tag, which is known only while it runs for the first time. */
export const ownUrl = new URL((doc.currentScript as HTMLScriptElement | null)?.src || win.location.href)

const ownPath = Object.values(CAPTCHA_SCRIPTS).find((path) => ownUrl.pathname.endsWith(path))

/** Of the service: this script may lie under a path prefix, which a proxy removes. */
const prefix = ownPath === undefined ? '' : ownUrl.pathname.slice(0, -ownPath.length)

const ingestUrl = new URL(prefix + INGEST_PATH, ownUrl).href

let firstKey = ''

/** A page has one session: the first site key is used. */
export function record(siteKey: string): void {
  firstKey ||= siteKey
  if (globals.byhand) return
  globals.byhand = pageApi
  globals.getServiceSessionId = pageApi.getServiceSessionId
  pageApi.start({ siteKey, endpoint: ingestUrl })
}

/** Empty if the service cannot be reached. */
export const signedResult = (action = '', data = ''): Promise<string> =>
  globals.byhand?.getSignedResult(action, data) ?? Promise.resolve('')

/** A signed result, after step-up verification if the service asks for it. Null if the visitor closed the task. */
export const verifiedResult = (action = '', data = ''): Promise<string | null> =>
  afterStepUp(() => signedResult(action, data), stepUp)

async function stepUp(options: StepUpOptions): Promise<StepUpOutcome> {
  try {
    const url = new URL(`${prefix}/step_up.mjs`, ownUrl).href
    const module: { stepUp(options: StepUpOptions): Promise<StepUpOutcome> } = await import(
      /* @vite-ignore */ url
    )
    // With the browser script in the page, the session has the site key and the endpoint of its tag.
    const own = doc.querySelector('script[data-site-key]') ? {} : { siteKey: firstKey, endpoint: ingestUrl }
    return await module.stepUp({ ...own, ...options })
  } catch {
    return 'unavailable'
  }
}

/** Whether the visitor has just pressed or clicked something. */
export const isVisitorActive = (): boolean => nav.userActivation?.isActive !== false
