import { areOffGrid } from '../../../features/mouse/positions.ts'
import { isVerified, when } from '../conditions.ts'
import { isOnWayland } from '../scattered_times.ts'
import { trace } from '../trace.ts'
import { ON_DISPLAY } from './positions_off_grid.ts'

/** A real mouse is on whole pixels; drivers aim at centers between them. Wayland explains these and the times. */
export const fractionalPresses = trace({
  kind: 'position',
  weight: 'fractional_presses',
  where: when(
    'Chromium on desktop Linux, without mouse positions between those that a display reports',
    (features) =>
      isVerified(features.device.browser) && !(ON_DISPLAY.holds(features) && areOffGrid(features.positions)),
  ),
  cause: 'wayland',
  isUsual: true,
  measure: 'fractional_run',
  value: ({ clicks }) => clicks.longestFractionalRun,
  least: 3,
  evidence: '{count} mouse presses at fractional pixels',
  parts: { alone: 'alone', beside_times: 'beside times that do not match the system clock' },
  part: (features) => (isOnWayland(features) ? 'beside_times' : 'alone'),
})
