import { CONDITIONS, when } from '../conditions.ts'
import { trace } from '../trace.ts'

/** Scroll events per wheel notch: 1.4 on an overloaded machine, 4 and more otherwise, below 1 from drivers. */
export const MIN_SCROLLS_PER_NOTCH = 1.2

/** A setting, a remote desktop or a touchpad on Wayland: it counts only with another trace. */
export const stillWheel = trace({
  kind: 'scroll',
  weight: 'still_wheel',
  where: when(
    'Chromium with a mouse, without reduced motion',
    (features) => CONDITIONS.chromium.holds(features) && !features.device.reducedMotion,
  ),
  // Docked developer tools slow the page down, so that it skips the animation.
  cause: { tools: 'panel', remote: 'always' },
  isUsual: true,
  measure: 'scrolls_per_notch',
  value: ({ scroll }) => scroll.fewestScrollsPerNotch,
  below: MIN_SCROLLS_PER_NOTCH,
  evidence: 'wheel notches without scroll animation',
})
