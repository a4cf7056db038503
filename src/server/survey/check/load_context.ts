/** Loads the stored data that the analysis of a request needs. */

import type { AnalysisRow, AnswerKey } from '../../../store/surveys.ts'
import { keyText } from '../../../store/values/key_text.ts'
import { digestOfReferences, threadReferences } from '../references/references.ts'
import type { SurveyService } from '../service.ts'
import type { AnalysisContext, SessionBatches } from './analysis.ts'
import { findDevice, type KnownDevice } from './fingerprint.ts'
import type { OpenedRequest } from './thread_protocol.ts'

export interface LoadedContext {
  readonly context: AnalysisContext
  /** Digest of the references in the context; null: none. */
  readonly references: string | null
  /** Undefined: the request has no fingerprint id; null: the fingerprint id is unknown. */
  readonly device: KnownDevice | null | undefined
}

/** `earlier`: this participant's stored analysis, if there is one. */
export async function loadContext(
  service: SurveyService,
  { workspace, surveyId }: AnswerKey,
  { request, statsRevisions }: Pick<OpenedRequest, 'request' | 'statsRevisions'>,
  earlier: AnalysisRow | null,
): Promise<LoadedContext> {
  const { surveys } = service.store
  const { questionIds, peerIds, sessionId, fingerprintId } = request
  const [stats, stored, session, device] = await Promise.all([
    Promise.all(
      peerIds.map((id, at) => surveys.questionStats(workspace, surveyId, keyText(id), statsRevisions[at])),
    ),
    service.store.references.list(workspace, surveyId),
    sessionId === null ? undefined : loadSession(service, workspace, sessionId),
    fingerprintId === null ? undefined : findDevice(service, workspace, fingerprintId),
  ])
  const references = threadReferences(stored, questionIds, peerIds)
  return {
    context: {
      stats,
      references,
      earlier: earlier?.request ?? null,
      session,
    },
    references: digestOfReferences(references),
    device,
  }
}

/** Null: the workspace has no such session. */
async function loadSession(
  { store }: SurveyService,
  workspace: string,
  sessionId: string,
): Promise<SessionBatches | null> {
  const batches = await store.sessions.batches({ workspace, sessionId })
  // Copies, because posting a view to a thread clones the whole buffer behind it.
  return batches.length === 0 ? null : batches.map(({ bytes }) => new Uint8Array(bytes))
}
