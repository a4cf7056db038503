/** Where a trace counts, and when a harmless cause explains it. `words` name the condition in the reference. */
import type { Browser } from '../../features/session/browser.ts'
import type { SessionFeatures } from '../../features/session/session.ts'

export interface Condition {
  readonly words: string
  holds(features: SessionFeatures): boolean
}

/** Where the traces in the input events were verified. */
export const isVerified = ({ desktop, engine, os }: Browser): boolean =>
  desktop && engine === 'chromium' && os === 'linux'

/** Phones and tablets have no mouse presses of their own, but a mouse can be connected to them. */
const hasMouse = ({ device, clicks }: SessionFeatures): boolean =>
  device.browser.desktop || clicks.presses > 0

const isChromium = (features: SessionFeatures): boolean =>
  hasMouse(features) && features.device.browser.engine === 'chromium'

export const when = (words: string, holds: Condition['holds']): Condition => ({ words, holds })

export const CONDITIONS = {
  always: when('', () => true),
  mouse: when('with a mouse', hasMouse),
  desktop: when('desktop', ({ device }) => device.browser.desktop),
  linux: when('Chromium on desktop Linux', ({ device }) => isVerified(device.browser)),
  chromium: when('Chromium with a mouse', isChromium),
  /** Privacy browsers blur their signals on purpose. */
  plain: when('not in privacy browsers', ({ device }) => !device.browser.blurs),
  plainChromium: when(
    'Chromium with a mouse, not in privacy browsers',
    (features) => isChromium(features) && !features.device.browser.blurs,
  ),
  debugged: when('with a debugger', ({ device }) => device.probedAtLoad || device.probedAtSubmit),
  panel: when('with a panel beside the page', ({ device }) => device.hasPanel),
  scripted: when('with replaced functions', ({ device }) => device.spoofingCause === 'scripted'),
  disguised: when(
    'unless the browser shows that none are open',
    ({ device }) => device.spoofingCause !== 'none',
  ),
  unframed: when('without the frame of X11', ({ device }) => !device.hasX11Frame),
}

/** A condition, or the name of one. */
export type When = keyof typeof CONDITIONS | Condition

export const conditionOf = (when: When): Condition => (typeof when === 'string' ? CONDITIONS[when] : when)
