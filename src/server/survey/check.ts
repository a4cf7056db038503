/** One survey request from its bytes to its answer: read, look up, judge, then compare and save in turn. */
import { createHash } from 'node:crypto'
import type { AnswerKey } from '../../store/surveys.ts'
import { keyText } from '../base/key_text.ts'
import { describeError } from '../base/log.ts'
import { ThreadFailed } from '../base/threads.ts'
import { ApiError } from '../http/errors.ts'
import { findDevice, type KnownDevice } from './fingerprint.ts'
import type { Judged, SessionBatches } from './judge.ts'
import type { SurveyThread } from './pool.ts'
import { learn } from './question_stats.ts'
import type { ReadBody, ReadRequest } from './read.ts'
import type { CanonicalQuestion } from './request/canonical.ts'
import type { Opinion } from './second_opinion.ts'
import type { SurveyService } from './service.ts'
import { repeatedAnswer, settle } from './settle.ts'
import { readStoredRequest } from './stored_request.ts'
import { unjudged } from './unjudged.ts'

export interface SurveyCall extends ReadBody {
  readonly workspace: string
  readonly idempotencyKey?: string
}

/** How long a key stands for its body. Longer than any client retries. */
const IDEMPOTENCY_MS = 24 * 3600_000

/** What judging and settling need of one request. */
export interface Case {
  readonly call: SurveyCall
  readonly key: AnswerKey
  readonly request: ReadRequest
  readonly judged: Judged
  /** Undefined: no fingerprint was sent; null: an unknown one. */
  readonly device: KnownDevice | null | undefined
}

/** The answer, as JSON text. */
export async function checkSurvey(service: SurveyService, call: SurveyCall): Promise<string> {
  const found = await service.pool.use((thread) => readAndJudge(service, call, thread))
  if ('repeated' in found) return found.repeated
  const { key, judged: alone } = found
  const judged = await withSecondOpinion(service, found.request, alone)
  for (const { check, error } of judged.failures) {
    service.metrics.checkFailures.inc({ check })
    service.log.error('a survey check failed', { check, ...describeError(Object.assign(new Error(), error)) })
  }
  return service.turns.take(JSON.stringify([key.workspace, key.surveyId]), async () => {
    const { body, isNew } = await settle(service, { ...found, judged })
    if (isNew) await learn(service, key, judged.samples)
    return body
  })
}

/** Adds what another model says of the texts. Without its answer the local verdict stands, and says so. */
async function withSecondOpinion(
  { secondOpinion, log }: SurveyService,
  { written }: ReadRequest,
  judged: Judged,
): Promise<Judged> {
  if (secondOpinion === undefined) return judged
  const { questions } = readStoredRequest(written)
  const asked = judged.questions.flatMap(({ empty }, index) => (empty ? [] : [index]))
  if (asked.length === 0) return judged
  try {
    const opinions = await secondOpinion(asked.map((index) => questions[index] as CanonicalQuestion))
    const added = new Map(asked.map((index, order) => [index, opinions[order] as Opinion]))
    return {
      ...judged,
      questions: judged.questions.map((question, index) => ({
        ...question,
        failed: [...question.failed, ...(added.get(index) ?? [])],
      })),
    }
  } catch (error) {
    log.warn('the second opinion did not answer', describeError(error))
    const warning = 'The second opinion did not answer; the verdict is that of the local checks.'
    return { ...judged, complete: false, warnings: [...judged.warnings, warning] }
  }
}

async function readAndJudge(
  service: SurveyService,
  call: SurveyCall,
  thread: SurveyThread,
): Promise<Case | { readonly repeated: string }> {
  const { workspace, idempotencyKey, ...body } = call
  const outcome = await thread.read(body)
  if ('fault' in outcome) {
    const { code, pointer, detail } = outcome.fault
    throw new ApiError(code, { errors: [{ pointer, detail }] })
  }
  const { request } = outcome
  if (idempotencyKey !== undefined) await claim(service, workspace, idempotencyKey, request.digest)
  const key: AnswerKey = {
    workspace,
    surveyId: keyText(request.surveyId),
    participantId: keyText(request.participantId),
  }
  const { surveys } = service.store
  const earlier = await surveys.find(key)
  const repeated = repeatedAnswer(earlier, request, call.version)
  if (repeated !== undefined) return { repeated }
  const [stats, session, device] = await Promise.all([
    Promise.all(request.questionIds.map((id) => surveys.questionStats(workspace, key.surveyId, keyText(id)))),
    request.sessionId === null ? undefined : findSession(service, workspace, request.sessionId),
    request.fingerprintId === null ? undefined : findDevice(service, workspace, request.fingerprintId),
  ])
  const context = {
    stats: stats.map((state) => state?.value ?? null),
    earlier: earlier?.request ?? null,
    session,
  }
  const judged = await thread.judge(context).catch((error: unknown) => {
    if (!(error instanceof ThreadFailed)) throw error
    service.log.error('a survey could not be judged', describeError(error))
    return unjudged(request)
  })
  return { call, key, request, judged, device }
}

/** Null: there is no such session in this workspace. */
async function findSession(
  { store }: SurveyService,
  workspace: string,
  sessionId: string,
): Promise<SessionBatches | null> {
  const batches = await store.sessions.batches({ workspace, sessionId })
  // Copies: a view would take the whole of the memory it looks into along to the thread.
  return batches.length === 0 ? null : batches.map(({ bytes }) => new Uint8Array(bytes))
}

/** The key's text may be anything and is nobody's business: its hash is kept. */
async function claim(service: SurveyService, workspace: string, key: string, digest: string): Promise<void> {
  const now = service.now()
  const own = Buffer.from(digest, 'base64url')
  const hash = createHash('sha256').update(key).digest('base64url')
  const first = await service.store.surveys.claimKey(workspace, hash, own, now, now - IDEMPOTENCY_MS)
  if (Buffer.compare(first, own) !== 0) throw new ApiError('idempotency_conflict')
}
