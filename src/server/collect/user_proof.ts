/** Decides whether to accept the user id of a batch. */
import { choiceOf } from '../../contract/choices.ts'
import type { KeyStore } from '../../store/keys.ts'
import { openWorkspaceSettings } from '../workspace/settings_cache.ts'
import { isUserHashValid, userHashSecret } from './user_hash.ts'

/** `claimed`: nothing proves the id, and the workspace does not require a proof. */
export type ProofResult = 'proven' | 'claimed' | 'rejected'

export interface UserProof {
  check(workspace: string, userId: string, given: string | undefined): Promise<ProofResult>
}

export function openUserProof(keys: KeyStore): UserProof {
  const settings = openWorkspaceSettings(keys)
  /** Never changed, so no batch reads it again. */
  const secrets = new Map<string, string>()

  async function secretOf(workspace: string): Promise<string> {
    const secret = secrets.get(workspace) ?? (await userHashSecret(keys, workspace))
    secrets.set(workspace, secret)
    return secret
  }

  return {
    async check(workspace, userId, given) {
      if (given !== undefined && isUserHashValid(await secretOf(workspace), userId, given)) return 'proven'
      return choiceOf(await settings.of(workspace), 'user_hash') === 'enforce' ? 'rejected' : 'claimed'
    },
  }
}
