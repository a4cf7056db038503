/** The secret of signed results, for the operator of the machine. */
import { type Operation, operation } from '../http/operation.ts'
import type { ResultSecret } from './result_secret.ts'

/** Neither keys nor members: these routes are not served. */
const OPERATOR = {} as const

export const resultSecretOperations = (secret: ResultSecret): readonly Operation[] => [
  operation({
    route: 'GET /v1/result-secret',
    allow: OPERATOR,
    internal: true,
    handle: async ({ actor }) => ({ secret: await secret.view(actor.workspace) }),
  }),
  operation({
    route: 'POST /v1/result-secret/rotation',
    audit: 'result_secret_rotated',
    allow: OPERATOR,
    internal: true,
    handle: async ({ actor }) => ({ secret: await secret.rotate(actor) }),
  }),
]
