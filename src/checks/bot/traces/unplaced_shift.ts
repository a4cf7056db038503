import { trace } from '../trace.ts'

export const unplacedShift = trace({
  kind: 'keys',
  weight: 'unplaced_shift',
  where: 'linux',
  measure: 'unplaced_shifts',
  value: ({ keys }) => keys.longestUnplacedRun,
  least: 3,
  evidence: '{count} presses of Shift that is neither the left nor the right one',
})
