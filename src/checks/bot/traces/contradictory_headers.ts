import { trace } from '../trace.ts'

export const contradictoryHeaders = trace({
  kind: 'browser',
  weight: 'contradictory_headers',
  within: 'claims',
  cause: 'privacy',
  evidence: '{each header} that contradicts the browser',
  find: ({ headers }) => headers.contradictions,
})
