/** The secret with which the servers of a workspace open signed results offline. */
import type { Actor, AuditedOptions } from '../audit/audit_log.ts'
import { ApiError } from '../http/errors.ts'
import { resultKeyNumber, storedResultKey } from './result_keys.ts'

export interface ResultSecret {
  /** As hex text. */
  view(workspace: string): Promise<string>
  /** Replaces it. Results that were signed with the old one are no longer valid. */
  rotate(actor: Actor): Promise<string>
}

export function openResultSecret({
  store: { keys },
  audit,
}: Pick<AuditedOptions, 'store' | 'audit'>): ResultSecret {
  async function view(workspace: string): Promise<string> {
    const found = await keys.workspace(workspace)
    if (found === null) throw new ApiError('not_found')
    return Buffer.from(await storedResultKey(keys, workspace, resultKeyNumber(found.settings))).toString(
      'hex',
    )
  }

  return {
    view,
    async rotate(actor) {
      const { workspace } = actor
      const changed = await keys.changeSettings(workspace, (before) => ({
        ...before,
        result_key: resultKeyNumber(before) + 1,
      }))
      if (changed === null) throw new ApiError('not_found')
      await audit(actor, { action: 'result_secret_rotated' })
      return view(workspace)
    },
  }
}
