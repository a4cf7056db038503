import { trace } from '../trace.ts'

export const unfocusedClicks = trace({
  kind: 'press',
  weight: 'unfocused_clicks',
  where: 'mouse',
  cause: 'window',
  measure: 'unfocused_run',
  value: ({ clicks }) => clicks.longestUnfocusedRun,
  least: 3,
  evidence: '{count} clicks while the page did not have focus',
})
