/** POST /survey-check/v021, /v012 and /latest (docs/reference/specification.md). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { defined } from '../../contract/defined.ts'
import { SURVEY } from '../../contract/limits.ts'
import type { SurveyVersion } from '../../contract/survey_checks.ts'
import { requireKey } from '../http/auth.ts'
import { readWire } from '../http/body.ts'
import { ApiError, invalid } from '../http/errors.ts'
import { openRequestAdmission } from '../http/request_admission.ts'
import { openSessionWait } from '../http/session_wait.ts'
import { SurveyCallQuery } from '../http/survey_query.ts'
import { describeError } from '../telemetry/log.ts'
import { ThreadFailed } from '../workers/threads.ts'
import { analyzeRequest, analyzeUnlessPending } from './analyze_request.ts'
import { IDEMPOTENCY_KEY_CHARS, surveyDocument } from './documentation.ts'
import { openTimeBudget, type Reservation } from './request/time_budget.ts'
import type { SurveyServices } from './service.ts'

const PATHS: Readonly<Record<string, SurveyVersion>> = {
  '/survey-check/v021': 'v021',
  '/survey-check/v012': 'v012',
  '/survey-check/latest': 'v021',
}

const RETRY_AFTER_S = 2

/** Waiting requests keep their bodies in memory. Longer ones are answered without waiting. */
const WAITING_BYTES = 256 * 1024

export async function surveyRoutes(app: FastifyInstance, services: SurveyServices): Promise<void> {
  const { survey, log } = services
  const admission = openRequestAdmission()
  const wait = openSessionWait(services.store.sessions, services.now)

  const budget = openTimeBudget(services.config.surveyTimePerKey)

  const analyze = async (
    request: FastifyRequest<{ Querystring: SurveyCallQuery }>,
    version: SurveyVersion,
    signal: AbortSignal,
  ): Promise<string> => {
    const { collect = false, explain = false, wait: waitS = 0 } = request.query
    const waitMs = collect ? 0 : 1_000 * waitS
    let lease = await admission.enter()
    let reserved: Reservation | undefined
    try {
      const idempotencyKey = readIdempotencyKey(request)
      const { workspace, keyId } = request.caller
      const contentEncoding = request.headers['content-encoding'] ?? ''
      const reserve = (bytes: number) =>
        budget.reserve(keyId, Math.min(bytes, SURVEY.rawBytes), contentEncoding !== '')
      const declared = request.headers['content-length']
      if (declared !== undefined) reserved = reserve(Number(declared))
      const wire = await readWire(request.raw, SURVEY.rawBytes, lease)
      reserved ??= reserve(wire.length)
      const { spent } = reserved
      await lease.begin()
      const call = () => ({
        workspace,
        turn: { key: keyId, signal, onSpent: spent },
        version,
        explain,
        collect,
        // A copy, because the buffer is transferred to the thread and sockets share theirs.
        bytes: new Uint8Array(wire),
        contentType: request.headers['content-type'] ?? '',
        contentEncoding,
        ...defined({ idempotencyKey }),
      })
      const until = performance.now() + (wire.length <= WAITING_BYTES ? waitMs : 0)
      for (let leftMs = waitMs; leftMs > 0; leftMs = until - performance.now()) {
        const found = await analyzeUnlessPending(survey, call())
        if (typeof found === 'string') return found
        // While it waits, the request takes no place that others need.
        lease.release()
        const { sessionId, batches } = found
        const isChanged = await wait.untilChanged(
          { workspace, sessionId },
          batches,
          until - performance.now(),
        )
        lease = await admission.enter()
        lease.take(wire.length)
        await lease.begin()
        if (!isChanged) break
      }
      return await analyzeRequest(survey, call())
    } catch (error) {
      if (!(error instanceof ThreadFailed)) throw error
      log.error('survey thread failed', { request_id: request.id, ...describeError(error) })
      throw new ApiError('overloaded', { retryAfterS: RETRY_AFTER_S })
    } finally {
      reserved?.release()
      lease.release()
    }
  }

  await app.register(async (scope) => {
    // No parser: the body is read only after the key is checked, and its content type is often wrong.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.addHook('onRequest', requireKey(services, 'survey'))
    scope.addHook('onRequest', (request, _reply, done) => {
      // Fastify rejects an empty content type; the parser accepts it.
      if (request.headers['content-type']?.trim() === '') delete request.headers['content-type']
      done()
    })
    for (const [path, version] of Object.entries(PATHS)) {
      const openapi = surveyDocument(path.replace('/survey-check/', ''), version)
      const options = { schema: { querystring: SurveyCallQuery }, config: { openapi } }
      scope.post<{ Querystring: SurveyCallQuery }>(path, options, async (request, reply) => {
        const body = await analyze(request, version, abortedByClose(reply))
        return reply.type('application/json; charset=utf-8').send(body)
      })
    }
  })
}

/** A client that left needs no place in the queue. */
function abortedByClose({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort(new ApiError('request_aborted'))
  })
  return gone.signal
}

function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined || key === '') return undefined
  if (typeof key !== 'string' || key.length > IDEMPOTENCY_KEY_CHARS) {
    throw invalid('Idempotency-Key', `must not be longer than ${IDEMPOTENCY_KEY_CHARS} characters`)
  }
  return key
}
