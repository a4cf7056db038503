import type { StepUpResult } from '../../contract/step_up.ts'
import { packId } from '../packed_id.ts'
import { checksum } from '../sealed.ts'
import type { SessionKey } from '../sessions.ts'
import type { StepUpRow } from '../step_ups.ts'
import { StoreDamaged } from '../store.ts'

export interface RawStepUp {
  workspace: string
  session_id: Uint8Array
  task: string
  tasks: number
  asked_at: number
  answered_at: number | null
  result: string | null
  reason: string | null
  checksum: number
}

export const STEP_UP_COLUMNS = [
  'workspace',
  'session_id',
  'task',
  'tasks',
  'asked_at',
  'answered_at',
  'result',
  'reason',
  'checksum',
] as const satisfies (keyof RawStepUp)[]

const sumOf = (raw: Omit<RawStepUp, 'checksum'>): number =>
  checksum([
    raw.workspace,
    raw.session_id,
    raw.task,
    raw.tasks,
    raw.asked_at,
    raw.answered_at,
    raw.result,
    raw.reason,
  ])

export function rawStepUp({ workspace, sessionId }: SessionKey, row: StepUpRow): RawStepUp {
  const { task, tasks, askedAt, answer } = row
  const raw = {
    workspace,
    session_id: packId(sessionId),
    task,
    tasks,
    asked_at: askedAt,
    answered_at: answer?.at ?? null,
    result: answer?.result ?? null,
    reason: answer?.reason ?? null,
  }
  return { ...raw, checksum: sumOf(raw) }
}

export function stepUpRow(raw: RawStepUp): StepUpRow {
  if (raw.checksum !== sumOf(raw)) throw new StoreDamaged('a stored step-up does not match its checksum')
  const { task, tasks, asked_at: askedAt, answered_at: at, result, reason } = raw
  const answer = at === null ? null : { at, result: result as StepUpResult, reason: reason ?? '' }
  return { task, tasks, askedAt, answer }
}
