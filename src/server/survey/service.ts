/** The survey service: shared state of the survey path. Opened once per server and once per bulk run. */
import { createHmac, randomBytes } from 'node:crypto'
import type { Store } from '../../store/store.ts'
import type { AnswerKey } from '../../store/surveys.ts'
import { openTurns, type Turns } from '../../store/turns.ts'
import type { Scoring, Services } from '../services.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { SurveyPool } from './check/pool.ts'
import type { SecondOpinion } from './check/second_opinion.ts'
import type { AskChatbot } from './references/chatbot.ts'

export interface SurveyServiceOptions {
  readonly store: Store
  readonly scoring: Pick<Scoring, 'report'>
  readonly pool: SurveyPool
  readonly log: Log
  readonly metrics: Pick<Metrics, 'checkFailures'>
  readonly modelPrefix: string
  readonly secondOpinion?: SecondOpinion
  readonly askChatbot?: AskChatbot
  /** Of silence until a survey is analyzed again by itself. */
  readonly settleMs?: number
  /** Without a trailing slash. */
  publicUrl(): string
  now(): number
}

export interface SurveyService extends SurveyServiceOptions {
  readonly turns: Turns
  /** An unguessable id, the same for every analysis of one participant in one survey. */
  analysisId(key: AnswerKey): string
}

/** For routes that analyze survey responses. They share one service, so that each survey has one queue. */
export interface SurveyServices extends Services {
  readonly survey: SurveyService
}

const SECRET_BYTES = 32
/** 128 bits in base64url. */
const ID_CHARS = 22

export async function openSurveyService(options: SurveyServiceOptions): Promise<SurveyService> {
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
