import { trace } from '../trace.ts'

/** No browser and no extension of a person signs requests as an agent. */
export const agentSignature = trace({
  kind: 'sender',
  weight: 'agent_signature',
  evidence: '{signature of a declared agent}',
  parts: { invalid: 'a forged agent signature', expired: 'an expired agent signature' },
  find: ({ headers }) => headers.agentFaults,
})
