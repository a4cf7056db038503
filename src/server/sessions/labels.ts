/** A reviewer's label of a session. It overrides the computed action and can be replaced or removed. */
import type { LabelChanged, LabelRequest } from '../../contract/dashboard/session_view.ts'
import { ID_BYTES } from '../../contract/limits.ts'
import type { OverriddenBy } from '../../contract/session.ts'
import type { StoredLabel } from '../../store/facts.ts'
import type { SessionKey } from '../../store/sessions.ts'
import type { Actor, AuditedOptions } from '../audit/audit_log.ts'
import { COMMAND_LINE } from '../audit/authors.ts'
import { ApiError } from '../http/errors.ts'
import { openOverrides } from '../scoring/overridden.ts'

/** Null: the computed action applies again. */
export interface NewLabel extends Omit<LabelRequest, 'label'> {
  readonly label: LabelRequest['label'] | null
}

export interface Labels {
  find(key: SessionKey): Promise<OverriddenBy | null>
  /** Returns the label before too, so that a caller can undo the change. */
  set(actor: Actor, sessionId: string, request: NewLabel): Promise<LabelChanged>
}

export function openLabels({ store, audit, now }: AuditedOptions): Labels {
  const shown = async (workspace: string, stored: StoredLabel | null) =>
    (await openOverrides(store).of(workspace, null, stored)).overridden_by

  async function stored(key: SessionKey): Promise<StoredLabel | null> {
    const isPossible = Buffer.byteLength(key.sessionId) <= ID_BYTES
    const session = isPossible ? await store.facts.one(key) : null
    if (session === null) throw new ApiError('session_not_found')
    return session.label
  }

  return {
    find: async (key) => shown(key.workspace, await stored(key)),
    async set(actor, sessionId, { label, note = '' }) {
      const { workspace } = actor
      const key = { workspace, sessionId }
      const before = await stored(key)
      const after = label && { label, memberId: actor.memberId ?? COMMAND_LINE, at: now(), note }
      if (!(await store.facts.setLabel(key, after))) throw new ApiError('session_not_found')
      // Without the note, which an erasure deletes with the session.
      await audit(actor, {
        action: after === null ? 'label_removed' : 'label_set',
        subject: sessionId,
        detail: [label, before && `was ${before.label}`].filter(Boolean).join(', '),
      })
      return { label: await shown(workspace, after), previous: await shown(workspace, before) }
    },
  }
}
