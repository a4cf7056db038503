/** Everything about a visitor or participant leaves: sessions, answers, labels, what was told of them. */
import type { Erasure, ErasureRequest } from '../../contract/dashboard/privacy.ts'
import type { SessionKey } from '../../store/sessions.ts'
import type { Store } from '../../store/store.ts'
import { keyText } from '../survey/key_text.ts'
import { eraseMatching } from './erase_matching.ts'

type Count = Omit<Erasure, 'at'>

export async function erase(store: Store, workspace: string, request: ErasureRequest): Promise<Count> {
  const count: Count = { sessions: 0, analyses: 0, labels: 0, deliveries: 0 }
  if ('user_id' in request) {
    const ofUser = { workspace, filter: { user: request.user_id }, order: 'newest' } as const
    await eraseMatching(store, ofUser, (key) => eraseSession(store, key, count))
    return count
  }
  if ('session_id' in request) {
    await eraseSession(store, { workspace, sessionId: request.session_id }, count)
    return count
  }
  const participantId = keyText(request.participant_id)
  const surveys =
    request.survey_id === undefined
      ? await store.surveys.surveysOf(workspace, participantId)
      : [keyText(request.survey_id)]
  for (const surveyId of surveys) {
    const key = { workspace, surveyId, participantId }
    const found = await store.surveys.find(key)
    if (found === null) continue
    count.deliveries += await store.webhooks.eraseAbout(workspace, found.id)
    if (await store.surveys.erase(key)) count.analyses++
  }
  return count
}

async function eraseSession(store: Store, key: SessionKey, count: Count): Promise<void> {
  const label = await store.facts.label(key)
  count.deliveries += await store.webhooks.eraseAbout(key.workspace, key.sessionId)
  if (!(await store.sessions.erase(key))) return
  count.sessions++
  if (label !== null) count.labels++
}
