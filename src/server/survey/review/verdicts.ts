/** A reviewer's verdict on a survey participant. It overrides the computed one and can be replaced or removed. */
import type {
  OverriddenVerdict,
  VerdictChanged,
  VerdictRequest,
} from '../../../contract/dashboard/verdicts.ts'
import type { Store } from '../../../store/store.ts'
import type { AnalysisRow, AnswerKey, StoredVerdict } from '../../../store/surveys.ts'
import { keyText } from '../../../store/values/key_text.ts'
import type { Actor, AuditedOptions } from '../../audit/audit_log.ts'
import { COMMAND_LINE, openAuthors } from '../../audit/authors.ts'
import { ApiError } from '../../http/errors.ts'

/** Null: the computed verdict applies again. */
export interface NewVerdict extends Omit<VerdictRequest, 'verdict'> {
  readonly verdict: VerdictRequest['verdict'] | null
}

export interface Verdicts {
  find(workspace: string, surveyId: string, participantId: string): Promise<OverriddenVerdict | null>
  /** Returns the verdict before too, so that a caller can undo the change. */
  set(actor: Actor, surveyId: string, participantId: string, request: NewVerdict): Promise<VerdictChanged>
}

export type OverriddenVerdicts = (
  workspace: string,
  stored: StoredVerdict | undefined,
) => Promise<OverriddenVerdict | null>

/** Opened once per response: it looks up each author once. */
export function openOverriddenVerdicts(store: Pick<Store, 'accounts' | 'keys'>): OverriddenVerdicts {
  const authorOf = openAuthors(store)
  return async (workspace, stored) => {
    if (stored === undefined) return null
    const { verdict, memberId, at, note } = stored
    return { verdict, by: await authorOf(workspace, memberId), at, note }
  }
}

export function openVerdicts({ store, audit, now }: AuditedOptions): Verdicts {
  const shown: OverriddenVerdicts = (workspace, stored) => openOverriddenVerdicts(store)(workspace, stored)
  const keyOf = (workspace: string, surveyId: string, participantId: string): AnswerKey => ({
    workspace,
    surveyId: keyText(surveyId),
    participantId: keyText(participantId),
  })

  async function rowOf(key: AnswerKey): Promise<AnalysisRow> {
    const row = await store.surveys.find(key)
    if (row === null) throw new ApiError('not_found')
    return row
  }

  return {
    find: async (workspace, surveyId, participantId) =>
      shown(workspace, (await rowOf(keyOf(workspace, surveyId, participantId))).overridden),
    async set(actor, surveyId, participantId, { verdict, note = '' }) {
      const { workspace } = actor
      const key = keyOf(workspace, surveyId, participantId)
      const { id, overridden: before } = await rowOf(key)
      const after =
        verdict === null ? undefined : { verdict, memberId: actor.memberId ?? COMMAND_LINE, at: now(), note }
      if (!(await store.surveys.setVerdict(key, after ?? null))) throw new ApiError('not_found')
      // The id of the analysis, and no note: an erasure deletes both the participant id and the note.
      await audit(actor, {
        action: after === undefined ? 'verdict_removed' : 'verdict_set',
        subject: id,
        detail: [verdict, before && `was ${before.verdict}`].filter(Boolean).join(', '),
      })
      return { overridden_by: await shown(workspace, after), previous: await shown(workspace, before) }
    },
  }
}
