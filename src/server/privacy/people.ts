/** Erasure and export of a person's data, with entries in the audit log that do not name the person. */
import type { Erasure, ErasureRequest, ExportRequest } from '../../contract/dashboard/privacy.ts'
import { isTestWorkspace } from '../../store/test_workspace.ts'
import type { Actor, AuditedOptions } from '../audit/audit_log.ts'
import { restoreCannedSessions } from '../test_mode/test_mode.ts'
import type { EraseAnalysis } from './erase_analysis.ts'
import { erase } from './erasure.ts'
import { personExport } from './person_export.ts'
import { openPseudonyms } from './pseudonyms.ts'

export interface PeopleOptions extends AuditedOptions {
  readonly eraseAnalysis: EraseAnalysis
}

export interface PeopleOperations {
  erase(actor: Actor, subject: ErasureRequest): Promise<Erasure>
  /** One JSON document, in pieces. */
  export(actor: Actor, subject: ExportRequest): Promise<AsyncIterable<string>>
}

export function openPeopleOperations({ store, audit, eraseAnalysis, now }: PeopleOptions): PeopleOperations {
  const pseudonymOf = async (workspace: string, subject: ErasureRequest): Promise<string> =>
    (await openPseudonyms(store.keys, workspace)).ofSubject(subject)

  return {
    async erase(actor, subject) {
      const { workspace } = actor
      const count = await erase(store, workspace, subject, eraseAnalysis, now())
      if (isTestWorkspace(workspace)) await restoreCannedSessions(store, workspace, now())
      await audit(actor, {
        action: 'erased',
        subject: await pseudonymOf(workspace, subject),
        detail: `${count.sessions} sessions, ${count.analyses} analyses`,
      })
      return { at: now(), ...count }
    },
    async export(actor, subject) {
      const pseudonym = await pseudonymOf(actor.workspace, subject)
      await audit(actor, { action: 'person_exported', subject: pseudonym })
      return personExport(store, actor.workspace, subject, now())
    },
  }
}
