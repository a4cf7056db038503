import type { LabelChanged, LabelRequest } from '../../contract/dashboard/session_view.ts'
import { apiPath, change } from '../client.ts'

/** Null removes the label. */
export function setLabel(sessionId: string, request: LabelRequest | null): Promise<LabelChanged> {
  const path = apiPath(['sessions', sessionId, 'label'])
  return request === null ? change('DELETE', path) : change('PUT', path, request)
}
