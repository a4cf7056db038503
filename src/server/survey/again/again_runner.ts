/**
 * Analyzes surveys again in the background: as members request it, and once by itself when no more answers arrive. When
 * a node dies, another one continues.
 */
import type { AgainRequest } from '../../../store/analyze_again.ts'
import { describeError } from '../../telemetry/log.ts'
import { type Polling, startPolling } from '../../workers/polling.ts'
import type { SurveyService } from '../service.ts'
import { analyzeSurveyAgain } from './analyze_survey_again.ts'

const POLL_EVERY_MS = 2_000
/** A node that does not extend its claim for this long has died. */
const CLAIM_MS = 60_000
const EXTEND_EVERY_MS = 10_000

/** `wake` looks for requests now. */
export type AgainRunner = Pick<Polling, 'wake' | 'close'>

export interface AgainRunnerOptions {
  readonly survey: SurveyService
  /** All participants of a survey were analyzed again by itself. May be called again after a crash. */
  onSettled(request: AgainRequest): Promise<unknown>
}

export function startAgainRunner({ survey, onSettled }: AgainRunnerOptions): AgainRunner {
  const { store, log, now } = survey
  const polling = startPolling({
    everyMs: POLL_EVERY_MS,
    poll,
    onError: (error) => log.warn('analyzing a survey again failed', describeError(error)),
  })

  async function poll(): Promise<void> {
    for (;;) {
      const request = polling.isClosed() ? null : await store.analyzeAgain.claim(now(), now() + CLAIM_MS)
      if (request === null) return
      const { workspace, surveyId, requestedAt, isSettling } = request
      let isHeld = true
      let extendedAt = performance.now()
      const counts = await analyzeSurveyAgain(survey, {
        workspace,
        surveyId,
        since: requestedAt,
        async onProgress() {
          if (performance.now() - extendedAt >= EXTEND_EVERY_MS) {
            extendedAt = performance.now()
            isHeld = await store.analyzeAgain.hold(request, now() + CLAIM_MS)
          }
          return isHeld && !polling.isClosed()
        },
      })
      if (!isHeld) continue
      if (isSettling && !polling.isClosed()) await onSettled(request)
      // A stopped run is left to other nodes, or to the next start.
      await store.analyzeAgain.hold(request, polling.isClosed() ? now() : null)
      log.info('survey analyzed again', { ...counts })
    }
  }

  return polling
}
