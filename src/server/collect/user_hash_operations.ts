/** The secret that signs user IDs, for the operator of the machine. */
import type { KeyStore } from '../../store/keys.ts'
import { type Operation, operation } from '../http/operation.ts'
import { userHashSecret } from './user_hash.ts'

export const userHashOperations = (keys: KeyStore): readonly Operation[] => [
  operation({
    route: 'GET /v1/user-hash-secret',
    // Neither keys nor members: this route is not served.
    allow: {},
    internal: true,
    handle: async ({ actor }) => ({ secret: await userHashSecret(keys, actor.workspace) }),
  }),
]
