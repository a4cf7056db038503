import { trace } from '../trace.ts'

export const missingShift = trace({
  kind: 'keys',
  weight: 'missing_shift',
  where: 'desktop',
  measure: 'shiftless_run',
  value: ({ keys }) => keys.longestShiftlessRun,
  least: 3,
  evidence: '{count} characters typed without the Shift key they need',
})
