/** Erasure and export of a person's data, with entries in the audit log that do not name the person. */
import type { Erasure, ErasureRequest, ExportRequest } from '../../contract/dashboard/privacy.ts'
import { isTestWorkspace } from '../../store/test_workspace.ts'
import { idOfKey, keyText } from '../../store/values/key_text.ts'
import type { Actor, AuditedOptions } from '../audit/audit_log.ts'
import { runningUploadsWith } from '../survey/bulk/upload_rows.ts'
import { restoreCannedSessions } from '../test_mode/test_mode.ts'
import type { EraseAnalysis } from './erase_analysis.ts'
import { erase, NOTHING } from './erasure.ts'
import { personExport } from './person_export.ts'
import { openPseudonyms } from './pseudonyms.ts'

export interface PeopleOptions extends AuditedOptions {
  readonly eraseAnalysis: EraseAnalysis
}

export interface PeopleOperations {
  /** Queued while files with the participant are being analyzed: their results would contain the person again. */
  erase(actor: Actor, subject: ErasureRequest): Promise<Erasure>
  /** Queued erasures whose files have been analyzed. Two nodes may both run one: the second erases nothing. */
  eraseQueued(isStopped: () => boolean): Promise<void>
  /** One JSON document, in pieces. */
  export(actor: Actor, subject: ExportRequest): Promise<AsyncIterable<string>>
}

export function openPeopleOperations({ store, audit, eraseAnalysis, now }: PeopleOptions): PeopleOperations {
  const pseudonymOf = async (workspace: string, subject: ErasureRequest): Promise<string> =>
    (await openPseudonyms(store.keys, workspace)).ofSubject(subject)

  async function eraseNow(actor: Actor, subject: ErasureRequest): Promise<Erasure> {
    const { workspace } = actor
    const count = await erase(store, workspace, subject, eraseAnalysis, now())
    if (isTestWorkspace(workspace)) await restoreCannedSessions(store, workspace, now())
    await audit(actor, {
      action: 'erased',
      subject: await pseudonymOf(workspace, subject),
      detail: `${count.sessions} sessions, ${count.analyses} analyses`,
    })
    return { at: now(), ...count, waits_for: [] }
  }

  async function isRunning(workspace: string, uploads: readonly string[]): Promise<boolean> {
    for (const id of uploads) {
      if ((await store.uploads.find(workspace, id))?.state === 'running') return true
    }
    return false
  }

  return {
    async erase(actor, subject) {
      if (!('participant_id' in subject)) return eraseNow(actor, subject)
      const { workspace, ...by } = actor
      const { participant_id: participantId, survey_id: surveyId } = subject
      const uploads = await runningUploadsWith(store, workspace, { participantId, surveyId })
      if (uploads.length === 0) return eraseNow(actor, subject)
      await store.queuedErasures.queue({
        workspace,
        participantId: keyText(participantId),
        surveyId: keyText(surveyId ?? ''),
        uploads,
        actor: by,
      })
      await audit(actor, {
        action: 'erasure_queued',
        subject: await pseudonymOf(workspace, subject),
        detail: `${uploads.length} running survey jobs`,
      })
      return { at: now(), ...NOTHING, waits_for: uploads }
    },
    async eraseQueued(isStopped) {
      for (const queued of await store.queuedErasures.list()) {
        if (isStopped()) return
        const { workspace, participantId, surveyId, uploads, actor } = queued
        if (await isRunning(workspace, uploads)) continue
        await eraseNow(
          { workspace, ...actor },
          {
            participant_id: idOfKey(participantId),
            ...(surveyId !== '' && { survey_id: idOfKey(surveyId) }),
          },
        )
        await store.queuedErasures.remove(queued)
      }
    },
    async export(actor, subject) {
      const pseudonym = await pseudonymOf(actor.workspace, subject)
      await audit(actor, { action: 'person_exported', subject: pseudonym })
      return personExport(store, actor.workspace, subject, now())
    },
  }
}
