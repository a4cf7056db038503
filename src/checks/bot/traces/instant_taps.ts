import { when } from '../conditions.ts'
import { trace } from '../trace.ts'

export const instantTaps = trace({
  kind: 'press',
  weight: 'instant_taps',
  where: when('not in Firefox', ({ device }) => device.browser.engine !== 'firefox'),
  measure: 'instant_taps',
  value: ({ taps }) => taps.longestInstantRun,
  least: 3,
  evidence: '{count} taps too short for a human finger',
})
