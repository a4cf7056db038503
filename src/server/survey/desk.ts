/** What the survey path works with. Made once for the service, and once for a bulk run. */
import { createHmac, randomBytes } from 'node:crypto'
import type { Store } from '../../store/store.ts'
import type { AnswerKey } from '../../store/surveys.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Scoring } from '../services.ts'
import type { SurveyPool } from './pool.ts'
import type { SecondOpinion } from './second_opinion.ts'
import { openTurns, type Turns } from './turns.ts'

export interface DeskOptions {
  readonly store: Store
  readonly scoring: Pick<Scoring, 'report'>
  readonly pool: SurveyPool
  readonly log: Log
  readonly metrics: Pick<Metrics, 'checkFailures'>
  readonly modelPrefix: string
  readonly secondOpinion?: SecondOpinion
  /** Without a slash at its end. */
  publicUrl(): string
  now(): number
}

export interface SurveyDesk extends DeskOptions {
  readonly turns: Turns
  /** An id nobody can guess, the same for every analysis of one participant in one survey. */
  analysisId(key: AnswerKey): string
}

const SECRET_BYTES = 32
/** 128 bits in base64url. */
const ID_CHARS = 22

export async function openDesk(options: DeskOptions): Promise<SurveyDesk> {
  const secret = await options.store.keys.secret('survey analysis ids', randomBytes(SECRET_BYTES))
  return {
    ...options,
    turns: openTurns(),
    analysisId: ({ workspace, surveyId, participantId }) =>
      createHmac('sha256', secret)
        .update(JSON.stringify([workspace, surveyId, participantId]))
        .digest('base64url')
        .slice(0, ID_CHARS),
  }
}
