import { trace } from '../trace.ts'

/** Disguises of drivers replace native functions. So do privacy extensions. */
export const replacedFunctions = trace({
  kind: 'browser',
  weight: 'replaced_functions',
  where: 'plain',
  cause: 'privacy',
  evidence: '{each independent sign of replaced functions}',
  find: ({ device }) => device.patches,
})
