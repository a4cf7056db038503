/** Step-up verification: at most one row per session. Erased with the session. */
import type { StepUpResult } from '../contract/step_up.ts'
import type { SessionKey } from './sessions.ts'
import { integer, nullable, packed, table, text } from './table.ts'

/** The last three columns are those of an answer. */
export const stepUps = table(
  'step_ups',
  {
    workspace: text(),
    sessionId: packed(),
    task: text(),
    sentence: text(),
    tasks: integer(),
    askedAt: integer(),
    answeredAt: nullable(integer()),
    result: nullable(text<StepUpResult>()),
    reason: nullable(text()),
  },
  { key: ['workspace', 'sessionId'], bucket: 'sessionId' },
)

export interface StepUpRow {
  /** Id of the latest task. */
  readonly task: string
  /** The sentence to type. */
  readonly sentence: string
  /** Tasks so far, from 1. */
  readonly tasks: number
  readonly askedAt: number
  /** Null until the task is answered. */
  readonly answer: { readonly at: number; readonly result: StepUpResult; readonly reason: string } | null
}

export interface StepUpStore {
  find(key: SessionKey): Promise<StepUpRow | null>
  /** False: there is no such session, or its row is no longer `before`. */
  ask(key: SessionKey, row: StepUpRow, before: StepUpRow | null): Promise<boolean>
  /** False: the task was answered or replaced. */
  answer(key: SessionKey, row: StepUpRow): Promise<boolean>
}
