/** Erases all data of a user, session or survey participant: sessions, answers, labels, deliveries, statistics. */
import type { Erasure, ErasureRequest } from '../../contract/dashboard/privacy.ts'
import type { ReadableStore } from '../../store/reads.ts'
import type { SessionKey } from '../../store/sessions.ts'
import type { Store } from '../../store/store.ts'
import type { AnswerKey } from '../../store/surveys.ts'
import { idOfKey, keyText } from '../../store/values/key_text.ts'
import { eraseUploadRows } from '../survey/bulk/upload_rows.ts'
import { type EraseAnalysis, participantsNamed } from './erase_analysis.ts'
import { eraseMatching } from './erase_matching.ts'
import { openPseudonyms, type Pseudonyms } from './pseudonyms.ts'

type Count = Omit<Erasure, 'at' | 'waits_for'>

export const NOTHING: Count = { sessions: 0, analyses: 0, labels: 0, deliveries: 0, upload_rows: 0 }

/** The subject of an erasure or export. */
export type Subject = ErasureRequest

export async function erase(
  store: Store,
  workspace: string,
  request: Subject,
  eraseAnalysis: EraseAnalysis,
  now: number,
): Promise<Count> {
  const count: Count = { ...NOTHING }
  const pseudonyms = await openPseudonyms(store.keys, workspace)
  if ('user_id' in request) {
    const ofUser = { workspace, filter: { user: request.user_id }, order: 'newest' } as const
    await eraseMatching(store, ofUser, (key) => eraseSession(store, pseudonyms, key, count, now))
    return count
  }
  if ('session_id' in request) {
    await eraseSession(store, pseudonyms, { workspace, sessionId: request.session_id }, count, now)
    return count
  }
  const { participant_id: participantId, survey_id: surveyId } = request
  count.upload_rows += await eraseUploadRows(store, workspace, { participantId, surveyId })
  for (const key of await participantKeys(store, workspace, request)) await eraseParticipant(key)
  return count

  async function eraseParticipant(key: AnswerKey): Promise<void> {
    const found = await store.surveys.find(key)
    if (found === null) return
    count.deliveries += await store.webhooks.eraseAbout(workspace, found.id)
    await store.audit.forgetSubject(workspace, found.id, pseudonyms.of('participant', found.id))
    if (await eraseAnalysis(found)) count.analyses++
  }
}

/** The keys of a participant, including further rows of the same participant in a file. */
export async function participantKeys(
  store: ReadableStore,
  workspace: string,
  { participant_id, survey_id }: Extract<Subject, { participant_id: string }>,
): Promise<AnswerKey[]> {
  const participantId = keyText(participant_id)
  const surveys =
    survey_id === undefined ? await store.surveys.surveysOf(workspace, participantId) : [keyText(survey_id)]
  const keys = surveys.map((surveyId) => ({ workspace, surveyId, participantId }))
  const further = await Promise.all(keys.map((key) => participantsNamed(store, key, idOfKey(participantId))))
  return [...keys, ...further.flat()]
}

async function eraseSession(
  store: Store,
  pseudonyms: Pseudonyms,
  key: SessionKey,
  count: Count,
  now: number,
): Promise<void> {
  const label = await store.facts.label(key)
  count.deliveries += await store.webhooks.eraseAbout(key.workspace, key.sessionId)
  await store.audit.forgetSubject(key.workspace, key.sessionId, pseudonyms.of('session', key.sessionId))
  if (!(await store.sessions.erase(key, now))) return
  count.sessions++
  if (label !== null) count.labels++
}
