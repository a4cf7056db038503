import { trace } from '../trace.ts'

/** They have common causes: full screen, several monitors, device emulation. */
export const contradictorySizes = trace({
  kind: 'browser',
  weight: 'contradictory_sizes',
  cause: 'tools',
  evidence: '{each contradiction between the sizes of page, window and screen}',
  find: ({ device }) => device.contradictions,
})
