/** The functions on `window.byhand`. */
import {
  consent,
  flush,
  getFingerprintId,
  getQuestionHistories,
  getServiceSessionId,
  getSignedResult,
  ready,
  sessionId,
  setTags,
  setUserId,
  start,
  stop,
  trackQuestion,
} from './index.ts'

export const pageApi = {
  consent,
  flush,
  getFingerprintId,
  getQuestionHistories,
  getServiceSessionId,
  getSignedResult,
  ready,
  sessionId,
  setTags,
  setUserId,
  start,
  stop,
  trackQuestion,
}
export type PageApi = typeof pageApi
