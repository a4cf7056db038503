/** Times off the clock of an X server. */
import { clockSourceOf, isMouseScattered } from '../../features/session/clock.ts'
import type { SessionFeatures } from '../../features/session/session.ts'
import { isVerified } from './conditions.ts'

/** Native input on Linux keeps one phase (share 1); drivers scatter over ten (share near 0.3 with neighbors). */
export const SCATTERED_PHASE = 0.6

type TimedFeatures = Pick<SessionFeatures, 'clock'> & {
  readonly device: Pick<SessionFeatures['device'], 'browser'>
}

/**
 * Whether keys or mouse have times that Wayland, ChromeOS, a display on another machine, or a program causes. Where they
 * are common they are no trace, but a program may claim to be there.
 */
export const hasScatteredTimes = ({ clock, device }: TimedFeatures): boolean =>
  (isVerified(device.browser) || device.browser.os === 'chromeos') &&
  ((clock.windows > 0 && clock.loosestPhase < SCATTERED_PHASE) || isMouseScattered(clock))

/** Scattered by nothing that is a stronger trace. */
export const isOffClock = (features: SessionFeatures): boolean =>
  !['two', 'altered'].includes(clockSourceOf(features.clock)) && hasScatteredTimes(features)

/** Whether Wayland would explain the times. */
export const isOnWayland = (features: SessionFeatures): boolean =>
  isOffClock(features) && !features.device.hasX11Frame
