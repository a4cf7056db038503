/**
 * People under Wayland, with a mouse and with a touchpad. For evaluation only: no limit and no weight was chosen on these
 * recordings.
 */

import type { MousePerson } from '../drivers/person_mouse.ts'
import { OZONE_FLAGS, openWaylandInput, SWAY, startWayland, XWAYLAND_FILES } from '../drivers/wayland.ts'
import type { Scenario, Stack } from '../scenario.ts'
import { browsePlainly } from './plain.ts'

const underWayland =
  (options: { readonly touchpad?: boolean; readonly mouse?: Partial<MousePerson> } = {}) =>
  async (scenario: Scenario): Promise<void> => {
    const session = await startWayland(scenario)
    try {
      await browsePlainly(
        { ...scenario, env: session.env },
        {
          window: { flags: OZONE_FLAGS },
          person: { input: openWaylandInput(session.env, options), mouse: options.mouse ?? {} },
        },
      )
    } finally {
      await session.stop()
    }
  }

/** Chromium as a client of Xwayland, as many distributions start it. */
async function underXwayland(scenario: Scenario): Promise<void> {
  const session = await startWayland(scenario, { x11: true })
  try {
    await browsePlainly(
      { ...scenario, env: session.env },
      { window: { flags: ['--ozone-platform=x11'] }, person: { input: openWaylandInput(session.env) } },
    )
  } finally {
    await session.stop()
  }
}

export const stacks: readonly Stack[] = [
  {
    name: 'xwayland',
    family: 'control',
    modes: ['headed'],
    what: 'a person with Chromium in Xwayland, under a Wayland compositor',
    needs: XWAYLAND_FILES,
    run: underXwayland,
  },
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
    name: 'wayland-fine',
    family: 'control',
    modes: ['headed'],
    times: 7,
    what: 'a person under Wayland whose mouse stops between pixels, as a real one does',
    needs: [SWAY],
    run: underWayland({ mouse: { stepsPerPx: 1000 } }),
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
