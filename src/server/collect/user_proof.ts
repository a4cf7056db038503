/** Decides whether to accept the user id of a batch. */
import type { KeyStore } from '../../store/keys.ts'
import { isUserHashEnforced, isUserHashValid, userHashSecret } from '../base/user_hash.ts'
import { openWorkspaceSettings } from '../base/workspace_settings.ts'

export interface UserProof {
  accepts(workspace: string, userId: string, given: string | undefined): Promise<boolean>
}

export function openUserProof(keys: KeyStore): UserProof {
  const settings = openWorkspaceSettings(keys)
  return {
    async accepts(workspace, userId, given) {
      if (!isUserHashEnforced(await settings.of(workspace))) return true
      return isUserHashValid(await userHashSecret(keys, workspace), userId, given)
    },
  }
}
