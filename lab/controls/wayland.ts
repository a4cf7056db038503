/**
 * People under Wayland, with a mouse and with a touchpad. For evaluation only: no limit and no weight was chosen on these
 * recordings.
 */
import { OZONE_FLAGS, openWaylandInput, SWAY, startWayland } from '../drivers/wayland.ts'
import type { Scenario, Stack } from '../scenario.ts'
import { browsePlainly } from './plain.ts'

const underWayland =
  (options: { readonly touchpad?: boolean } = {}) =>
  async (scenario: Scenario): Promise<void> => {
    const session = await startWayland(scenario)
    try {
      await browsePlainly(
        { ...scenario, env: session.env },
        {
          window: { flags: OZONE_FLAGS },
          person: { input: openWaylandInput(session.env, options) },
        },
      )
    } finally {
      await session.stop()
    }
  }

export const stacks: readonly Stack[] = [
  {
    name: 'unseen-wayland-plain',
    family: 'control',
    modes: ['headed'],
    times: 3,
    what: 'a person with mouse, wheel and keyboard under Wayland',
    needs: [SWAY],
    run: underWayland(),
  },
  {
    name: 'unseen-wayland-touchpad',
    family: 'control',
    modes: ['headed'],
    times: 3,
    what: 'a person who scrolls with two fingers on a touchpad under Wayland',
    needs: [SWAY],
    run: underWayland({ touchpad: true }),
  },
]
