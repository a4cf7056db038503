/** The registry of session checks, in the order of docs/reference/specification.md, and the loop that runs them. */
import type { SessionCheckName } from '../contract/checks.ts'
import type { SessionFeatures } from '../features/session/session.ts'
import { MODEL } from '../models/agent_behavior/predict.ts'
import { agentBehavior } from './biometric/agent_behavior.ts'
import { allPasted } from './biometric/all_pasted.ts'
import { centeredClicks } from './biometric/centered_clicks.ts'
import { externalInput } from './biometric/external_input.ts'
import { jumpScrolling } from './biometric/jump_scrolling.ts'
import { noCorrections } from './biometric/no_corrections.ts'
import { programmaticClicking } from './biometric/programmatic_clicking.ts'
import { programmaticTyping } from './biometric/programmatic_typing.ts'
import { teleportingMouse } from './biometric/teleporting_mouse.ts'
import { type Outcome, type SessionCheck, unknown } from './check.ts'
import { bot } from './device/bot.ts'
import { locationSpoofing } from './device/location_spoofing.ts'
import { softwareRenderer } from './device/software_renderer.ts'
import { tor } from './device/tor.ts'
import { virtualMachine } from './device/virtual_machine.ts'
import { vpn } from './device/vpn.ts'

/** To add a check, see CONTRIBUTING.md. */
export const SESSION_CHECKS: readonly SessionCheck<SessionFeatures>[] = [
  agentBehavior,
  programmaticTyping,
  teleportingMouse,
  noCorrections,
  allPasted,
  jumpScrolling,
  centeredClicks,
  programmaticClicking,
  externalInput,
  bot,
  virtualMachine,
  softwareRenderer,
  vpn,
  tor,
  locationSpoofing,
]

/** The version of the trained model, on which results depend. */
export const CHECKS_VERSION: string = MODEL.version

export const checkOf = (name: SessionCheckName): SessionCheck<SessionFeatures> =>
  BY_NAME.get(name) as SessionCheck<SessionFeatures>

const BY_NAME = new Map(SESSION_CHECKS.map((check) => [check.name, check]))

export type SessionOutcomes = Readonly<Record<SessionCheckName, Outcome>>

export function runSessionChecks(
  features: SessionFeatures,
  onError: (check: string, error: unknown) => void,
): SessionOutcomes {
  const outcomes: Partial<Record<SessionCheckName, Outcome>> = {}
  for (const check of SESSION_CHECKS) {
    try {
      outcomes[check.name] = check.run(features)
    } catch (error) {
      onError(check.name, error)
      outcomes[check.name] = unknown('This check could not run.')
    }
  }
  return outcomes as SessionOutcomes
}
