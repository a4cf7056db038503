/** Analyzes surveys again in the background, as members request it. When a node dies, another one continues. */
import { describeError } from '../base/log.ts'
import { analyzeSurveyAgain } from './analyze_survey_again.ts'
import type { SurveyService } from './service.ts'

const POLL_EVERY_MS = 2_000
/** A node that does not extend its claim for this long has died. */
const CLAIM_MS = 60_000
const EXTEND_EVERY_MS = 10_000

export interface AgainRunner {
  /** Looks for requests now. */
  wake(): void
  close(): Promise<void>
}

export function startAgainRunner(survey: SurveyService): AgainRunner {
  const { store, log, now } = survey
  let closed = false
  let working: Promise<void> | undefined

  async function poll(): Promise<void> {
    for (;;) {
      const request = closed ? null : await store.laterAnalyses.claimAgain(now(), now() + CLAIM_MS)
      if (request === null) return
      const { workspace, surveyId, requestedAt } = request
      let extendedAt = now()
      const counts = await analyzeSurveyAgain(survey, {
        workspace,
        surveyId,
        since: requestedAt,
        async onProgress() {
          if (now() - extendedAt >= EXTEND_EVERY_MS) {
            extendedAt = now()
            await store.laterAnalyses.holdAgain(request, extendedAt + CLAIM_MS)
          }
          return !closed
        },
      })
      // A stopped run is left to other nodes, or to the next start.
      await store.laterAnalyses.holdAgain(request, closed ? now() : null)
      log.info('survey analyzed again', { ...counts })
    }
  }

  function wake(): void {
    if (closed || working !== undefined) return
    working = poll()
      .catch((error) => log.warn('analyzing a survey again failed', describeError(error)))
      .finally(() => {
        working = undefined
      })
  }

  const timer = setInterval(wake, POLL_EVERY_MS).unref()
  return {
    wake,
    async close() {
      closed = true
      clearInterval(timer)
      await working
    },
  }
}
