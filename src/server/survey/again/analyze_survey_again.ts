/** Analyzes all participants of a survey again, one at a time, so that new responses do not wait. */
import { setTimeout } from 'node:timers/promises'
import { StoreUnavailable } from '../../../store/errors.ts'
import { STRAY_MS } from '../../../store/stray.ts'
import type { AnswerKey, ParticipantQuery } from '../../../store/surveys.ts'
import { ApiError } from '../../http/errors.ts'
import { describeError } from '../../telemetry/log.ts'
import type { SurveyService } from '../service.ts'
import { analyzeAgain } from './analyze_again.ts'

export interface AgainCounts {
  readonly done: number
  readonly changed: number
  readonly failed: number
}

export interface AnalyzeSurveyAgainOptions {
  readonly workspace: string
  /** As in the keys of the store. */
  readonly surveyId: string
  /** Participants that were analyzed since are left out, so that an interrupted run continues. */
  readonly since: number
  /** Called after each participant. The run ends when it returns false. */
  onProgress?(counts: AgainCounts): Promise<boolean>
}

const CHUNK = 100
const OVERLOADED_TRIES = 30
const OVERLOADED_MS = 2_000

export async function analyzeSurveyAgain(
  service: SurveyService,
  { workspace, surveyId, since, onProgress }: AnalyzeSurveyAgainOptions,
): Promise<AgainCounts> {
  const { surveys } = service.store
  let counts: AgainCounts = { done: 0, changed: 0, failed: 0 }
  let before: ParticipantQuery['before']
  for (;;) {
    const rows = await surveys.participants({
      workspace,
      surveyId,
      limit: CHUNK,
      ...(before && { before }),
    })
    for (const latest of await surveys.latest(rows)) {
      // An analysis of a wrong clock may be older than the request.
      if (latest.analyzedAt >= since && latest.analyzedAt <= service.now() + STRAY_MS) continue
      const outcome = await analyzeOne(service, latest, since)
      counts = {
        done: counts.done + (outcome === 'failed' ? 0 : 1),
        changed: counts.changed + (outcome === 'changed' ? 1 : 0),
        failed: counts.failed + (outcome === 'failed' ? 1 : 0),
      }
      if ((await onProgress?.(counts)) === false) return counts
    }
    before = rows.at(-1)
    if (rows.length < CHUNK) return counts
  }
}

/** One participant that cannot be analyzed does not stop the others. A store that does not respond does. */
async function analyzeOne(service: SurveyService, key: AnswerKey, since: number) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await analyzeAgain(service, key, since)
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      const isOverloaded = error instanceof ApiError && error.status === 503
      if (isOverloaded && attempt < OVERLOADED_TRIES) {
        await setTimeout(OVERLOADED_MS)
        continue
      }
      service.log.error('analyzing a participant again failed', describeError(error))
      return 'failed' as const
    }
  }
}
