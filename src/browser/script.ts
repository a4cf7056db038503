/** The browser script as a file: reads its own tag, starts, and puts the functions on `window`. */
import { INGEST_PATH } from '../contract/paths.ts'
import {
  consent,
  getFingerprintId,
  getQuestionHistories,
  getServiceSessionId,
  ready,
  setTags,
  setUserId,
  start,
  stop,
  trackQuestion,
} from './index.ts'
import { doc, win } from './natives.ts'

const globals = win as unknown as Record<string, unknown>

try {
  // Loading the script twice does nothing the second time.
  if (!globals.byhand) {
    globals.getServiceSessionId = getServiceSessionId
    globals.byhand = {
      consent,
      getFingerprintId,
      getQuestionHistories,
      getServiceSessionId,
      ready,
      setTags,
      setUserId,
      start,
      stop,
      trackQuestion,
    }
    const tag = (doc.currentScript ?? doc.querySelector('script[data-site-key]')) as HTMLScriptElement
    // The server writes its own path here when an operator chose another.
    const endpoint = new URL(INGEST_PATH, tag.src || win.location.href).href
    start({ endpoint, ...tag.dataset } as never)
  }
} catch {}
