/** Starts the recording for a captcha widget, unless the page already loaded the browser script. */
import { INGEST_PATH } from '../../contract/paths.ts'
import { doc, win } from '../natives.ts'
import { type PageApi, pageApi } from '../page_api.ts'

const globals = win as unknown as { byhand?: PageApi; getServiceSessionId?: () => string }

/** This script's own tag, which is known only while it runs for the first time. */
export const ownUrl = new URL((doc.currentScript as HTMLScriptElement | null)?.src || win.location.href)

/** A page has one session: the first site key is used. */
export function record(siteKey: string): void {
  if (globals.byhand) return
  globals.byhand = pageApi
  globals.getServiceSessionId = pageApi.getServiceSessionId
  pageApi.start({ siteKey, endpoint: new URL(INGEST_PATH, ownUrl).href })
}

/** Empty if the service cannot be reached. */
export const signedResult = (action = '', data = ''): Promise<string> =>
  globals.byhand?.getSignedResult(action, data) ?? Promise.resolve('')
