import { trace } from '../trace.ts'

/** An extension or a proxy that disguises the browser changes all of its claims, so they share a limit. */
export const failedChallenge = trace({
  kind: 'browser',
  weight: 'failed_challenge',
  within: 'claims',
  cause: 'privacy',
  evidence: 'challenge results that do not match the claimed browser',
  find: ({ challenge }) => challenge.result === 'failed',
})
