/** Nonces of verified signatures, until the signatures expire. All nodes share them through the store. */
import { createHash } from 'node:crypto'
import type { SignatureUse } from '../../src/server/http/signed_message.ts'
import type { UsedResultStore } from '../../src/store/used_results.ts'
import type { AgentSignature } from './signature.ts'

/** A signature belongs to no session. */
const NO_SESSION = ''

export interface UsedNonces {
  /** True without a nonce. `untilS`: when the signature expires, in seconds. */
  isFirstUse(
    workspace: string,
    use: SignatureUse,
    signature: Pick<AgentSignature, 'keyId' | 'nonce'>,
    untilS: number,
  ): Promise<boolean>
}

/** Signed results and nonces share a table: each is used once until it expires. */
export function openUsedNonces(store: UsedResultStore, now: () => number): UsedNonces {
  return {
    async isFirstUse(workspace, use, { keyId, nonce }, untilS) {
      if (nonce === null) return true
      const digest = createHash('sha256').update(nonce).digest('base64url')
      const resultId = `agent ${use} ${keyId} ${digest}`
      return store.use({
        workspace,
        sessionId: NO_SESSION,
        resultId,
        idempotencyKey: null,
        usedAt: now(),
        expiresAt: untilS * 1_000,
      })
    },
  }
}
