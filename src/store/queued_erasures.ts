/** Erasures of survey participants that wait until the files with these participants have been analyzed. */
import { json, type RowOf, table, text } from './table.ts'

/** As in the audit log: who asked for the erasure. */
export interface ErasureActor {
  readonly memberId: string | null
  readonly name: string
  readonly address: string
}

export const queuedErasures = table(
  'queued_erasures',
  {
    workspace: text(),
    participantId: text(),
    /** Empty: all surveys. */
    surveyId: text(),
    /** IDs of the uploads that it waits for. */
    uploads: json<readonly string[]>(),
    actor: json<ErasureActor>(),
  },
  { key: ['workspace', 'participantId', 'surveyId'] },
)

export type QueuedErasure = RowOf<typeof queuedErasures>

export interface QueuedErasureStore {
  /** Replaces a queued erasure of the same participant and survey. */
  queue(erasure: QueuedErasure): Promise<void>
  /** Of all workspaces. */
  list(): Promise<QueuedErasure[]>
  remove(erasure: Pick<QueuedErasure, 'workspace' | 'participantId' | 'surveyId'>): Promise<void>
}
