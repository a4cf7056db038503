import { CONDITIONS, isVerified, when } from '../conditions.ts'
import { trace } from '../trace.ts'

/** Two presses in a row without pressure, on the platform where it was verified. */
export const PRESSURELESS_RUN = 2

export const pressurelessPresses = trace({
  kind: 'press',
  weight: 'pressureless_presses',
  where: when('Chromium with a mouse, and phones; not on desktop Linux, where it is proof', (features) => {
    const { browser } = features.device
    const isMeasured = browser.engine === 'chromium' || !browser.desktop
    return isMeasured && !isVerified(browser) && CONDITIONS.mouse.holds(features)
  }),
  measure: 'pressureless_run',
  value: ({ clicks }) => clicks.longestPressurelessRun,
  least: PRESSURELESS_RUN,
  evidence: '{count} mouse presses in a row without pressure',
})
