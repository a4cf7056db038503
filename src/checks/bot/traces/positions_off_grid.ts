import { MIN_OFF_GRID } from '../../../features/mouse/positions.ts'
import { isVerified, when } from '../conditions.ts'
import { trace } from '../trace.ts'

/**
 * Android has such places; a tablet that requests desktop pages looks like Linux, but has a touch screen and no classic
 * scrollbars.
 */
export const ON_DISPLAY = when(
  'Chromium on desktop Linux, with the frame of X11, or without a touch screen and with classic scrollbars',
  ({ device: { browser, hasTouch, hasX11Frame, scrollbarWidth } }) => {
    const isDesktop = hasX11Frame || (!hasTouch && (scrollbarWidth ?? 0) > 0)
    return isVerified(browser) && !browser.blurs && isDesktop
  },
)

/** Places of the mouse that neither X11 nor Wayland reports. A script may replace what the page reads. */
export const positionsOffGrid = trace({
  kind: 'position',
  weight: 'positions_off_grid',
  where: ON_DISPLAY,
  cause: { privacy: 'scripted' },
  measure: 'positions_off_grid',
  value: ({ positions }) => positions.offGrid,
  least: MIN_OFF_GRID,
  evidence: 'mouse positions between those that a display reports',
})
