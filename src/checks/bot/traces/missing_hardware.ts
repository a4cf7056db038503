import { isFromXServer } from '../../../features/session/clock.ts'
import type { MissingProperty } from '../../../features/session/device.ts'
import type { SessionFeatures } from '../../../features/session/session.ts'
import { isVerified, when } from '../conditions.ts'
import { trace } from '../trace.ts'

/** Old office machines and kiosks lack the rest; without one of these it is no evidence. */
const MISSING_IN_AUTOMATION: readonly MissingProperty[] = ['pointer', 'screen', 'scrollbars']

/** A missing pointer counts only if the mouse was pressed. */
const missingIn = ({ device, clicks }: SessionFeatures): readonly MissingProperty[] =>
  device.missingProperties.filter((property) => property !== 'pointer' || clicks.presses > 0)

/** The device toolbar shows a page without scrollbars and taskbar, while developer tools have the focus. */
const UNDER_TOOLBAR = when(
  'without a pointer but fingers',
  ({ device }) => device.spoofingCause === 'tools' && device.hasOnlyTouch,
)

/**
 * A remote desktop may lack the rest, a pointing device too. With one, scrollbars over the page are a setting. A mouse of
 * an X server has a window.
 */
const WITH_WINDOW = when(
  'with a larger screen and either scrollbars or a pointing device, or a mouse of an X server',
  (features) => {
    const missing = missingIn(features)
    const isHeadless =
      missing.includes('screen') || (missing.includes('scrollbars') && missing.includes('pointer'))
    return !isHeadless || (isVerified(features.device.browser) && isFromXServer(features.clock))
  },
)

/** What a headless browser lacks. A minimal desktop lacks all of it: one cause. */
export const missingHardware = trace({
  kind: 'browser',
  weight: 'missing_hardware',
  cause: { tools: UNDER_TOOLBAR, remote: WITH_WINDOW },
  evidence: '{missing hardware}',
  parts: {
    pointer: 'mouse presses without a pointing device',
    screen: 'a screen of 800 by 600 pixels',
    scrollbars: 'no scrollbars',
    graphics: 'no graphics hardware',
    taskbar: 'no taskbar',
    focus: 'a page without focus at load',
  },
  find(features) {
    const missing = missingIn(features)
    return missing.some((one) => MISSING_IN_AUTOMATION.includes(one)) ? missing : []
  },
})
