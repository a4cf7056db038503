/**
 * The path of one survey request, from its bytes to the JSON of its result:
 *
 * 1. parse the body, on a survey thread (`request/parse.ts`);
 * 2. load the context from the store (`check/load_context.ts`);
 * 3. analyze the answers, on the same thread (`check/analyze_on_thread.ts`);
 * 4. add the second opinion, where one is configured (`check/add_second_opinion.ts`);
 * 5. in turn within a survey: find duplicates (`duplicates/find_duplicates.ts`), build the result and store it with
 *    the samples for the question statistics (`result/store_result.ts`), and show the first answer of a group of copies for review
 *    (`again/mark_copied.ts`);
 * 6. save the question statistics, where samples are to be removed or many are stored (`check/question_stats.ts`).
 *
 * All rows of a file take this path twice. The first time (`collect`), the answers are only stored, for the comparison
 * with others. So the second time, each row is compared with the whole file.
 */
import { createHash } from 'node:crypto'
import { KEPT } from '../../contract/retention.ts'
import type { AnalysisRow, AnswerKey } from '../../store/surveys.ts'
import { keyText } from '../../store/values/key_text.ts'
import { ApiError } from '../http/errors.ts'
import { describeError } from '../telemetry/log.ts'
import { ThreadFailed } from '../workers/threads.ts'
import { markCopied } from './again/mark_copied.ts'
import { isSuperseded } from './again/superseded.ts'
import { addSecondOpinion } from './check/add_second_opinion.ts'
import type { Analysis, AnalyzedRequest, SurveyCall } from './check/analysis.ts'
import { loadContext } from './check/load_context.ts'
import type { SurveyThread } from './check/pool.ts'
import { isSaveDue, updateQuestionStats } from './check/question_stats.ts'
import { collected, unanalyzed } from './check/unanalyzed.ts'
import { explainedBody } from './result/explanation.ts'
import { collectedDigest, isRepeated, storeResult } from './result/store_result.ts'
import { readStoredResult } from './result/stored_result.ts'
import type { SurveyService } from './service.ts'

/** How long an idempotency key stands for its body. Longer than any client retries. */
const IDEMPOTENCY_MS = KEPT.idempotencyHours * 3600_000

/** A session that does not hold the typing of all answers yet. */
export interface PendingSession {
  readonly sessionId: string
  /** The number of batches that it had. */
  readonly batches: number
}

/** Returns the body of the response, as JSON. */
export async function analyzeRequest(service: SurveyService, call: SurveyCall): Promise<string> {
  return (await analyze(service, call, false)) as string
}

/** The same, but if typing has not arrived yet, it stores nothing and returns the session. */
export function analyzeUnlessPending(
  service: SurveyService,
  call: SurveyCall,
): Promise<string | PendingSession> {
  return analyze(service, call, true)
}

async function analyze(
  service: SurveyService,
  call: SurveyCall,
  mayWait: boolean,
): Promise<string | PendingSession> {
  const { workspace, turn, contentEncoding } = call
  const bytes = contentEncoding === '' ? call.bytes.length : undefined
  const analyzed = await service.pool.use({ ...turn, workspace, bytes }, (thread) =>
    parseAndAnalyze(service, call, thread),
  )
  if ('repeated' in analyzed) {
    const { repeated } = analyzed
    if (!call.explain) return bodyOf(repeated, call)
    const [latest = repeated] = await service.store.surveys.latest([repeated])
    return explainedBody(repeated, isSuperseded(repeated, latest))
  }
  const { key, request, batches, due, isFileRow } = analyzed
  if (mayWait && analyzed.analysis.isPending && request.sessionId !== null) {
    return { sessionId: request.sessionId, batches }
  }
  const analysis = call.collect
    ? analyzed.analysis
    : await addSecondOpinion(service, request, analyzed.analysis)
  reportFailures(service, analysis)
  return service.turns.take(JSON.stringify([key.workspace, key.surveyId]), async () => {
    const { row, isNew } = await storeResult(service, { ...analyzed, analysis })
    if (isNew) {
      // The first answer of a group of copies was analyzed with this one in the group.
      if (!isFileRow) await markCopied(service, row)
      await updateQuestionStats(service, key, analysis.updates, due)
    }
    return bodyOf(row, call)
  })
}

/** The stored result, so that a repeated request gets the same answer, with and without an explanation. */
const bodyOf = (row: AnalysisRow, { explain }: SurveyCall): string =>
  explain ? explainedBody(row) : readStoredResult(row.result).body

interface ReadyRequest extends AnalyzedRequest, Pick<PendingSession, 'batches'> {
  /** Questions with many stored samples. */
  readonly due: readonly string[]
}

/** `repeated`: the stored analysis of the same request. */
async function parseAndAnalyze(
  service: SurveyService,
  call: SurveyCall,
  thread: SurveyThread,
): Promise<ReadyRequest | { readonly repeated: AnalysisRow }> {
  const { workspace, idempotencyKey, explain: _, collect, turn: __, ...body } = call
  const parsed = await thread.parse(workspace, body)
  if ('fault' in parsed) {
    const { code, pointer, detail } = parsed.fault
    throw new ApiError(code, { errors: [{ pointer, detail }] })
  }
  const { parsedId, request } = parsed
  if (idempotencyKey !== undefined) {
    await claimIdempotencyKey(service, workspace, idempotencyKey, request.digest)
  }
  const key: AnswerKey = {
    workspace,
    surveyId: keyText(request.surveyId),
    participantId: keyText(request.participantId),
  }
  const earlier = await service.store.surveys.find(key)
  const known = collectedDigest(earlier)
  if (earlier !== null && collect && known === request.digest) return { repeated: earlier }
  if (isRepeated(earlier, request, call.version)) return { repeated: earlier }
  const wanted = collect ? { ...parsed, request: { ...request, sessionId: null } } : parsed
  const { context, device, references } = await loadContext(service, key, wanted, earlier)
  const running = collect
    ? thread.collect(parsedId, context).then((updates) => collected(request, updates))
    : thread.analyze(parsedId, context)
  const analysis = await running.catch((error: unknown) => {
    if (!(error instanceof ThreadFailed)) throw error
    service.log.error('survey analysis failed', describeError(error))
    return unanalyzed(request)
  })
  return {
    version: call.version,
    key,
    request,
    analysis,
    references,
    device,
    batches: context.session?.length ?? 0,
    isFileRow: collect === true || known !== undefined,
    due: request.peerIds.filter((_, at) => isSaveDue(context.stats[at] ?? null)),
  }
}

function reportFailures({ metrics, log }: SurveyService, { failures }: Analysis): void {
  for (const { check, error } of failures) {
    metrics.checkFailures.inc({ check })
    log.error('survey check threw an error, result is Unknown', {
      check,
      ...describeError(Object.assign(new Error(), error)),
    })
  }
}

/** Stores a hash: the text of a key may hold anything, personal data too. */
async function claimIdempotencyKey(
  service: SurveyService,
  workspace: string,
  key: string,
  digest: string,
): Promise<void> {
  const now = service.now()
  const own = Buffer.from(digest, 'base64url')
  const hash = createHash('sha256').update(key).digest('base64url')
  const first = await service.store.surveys.claimKey(workspace, hash, own, now, now - IDEMPOTENCY_MS)
  if (Buffer.compare(first, own) !== 0) throw new ApiError('idempotency_conflict')
}
