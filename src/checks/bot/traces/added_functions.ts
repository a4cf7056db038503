import { counted } from '../../sentence.ts'
import { trace } from '../trace.ts'

export const addedFunctions = trace({
  kind: 'browser',
  weight: 'added_functions',
  evidence: '{functions} added to the browser',
  find: ({ device: { foreignFunctions } }) =>
    foreignFunctions > 0 ? [counted(foreignFunctions, 'function')] : [],
})
