/**
 * Programs that send input through a Wayland compositor. For evaluation only: no limit and no weight was chosen on these
 * recordings.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { answerByMouse, withPerson } from '../controls/plain.ts'
import { OZONE_FLAGS, openWaylandInput, SWAY, startWayland, WTYPE } from '../drivers/wayland.ts'
import { openWindow } from '../drivers/window.ts'
import type { PageLayout } from '../pages/layout.ts'
import { type Scenario, type Stack, sleep } from '../scenario.ts'

const runFile = promisify(execFile)

/** Jumps onto the middle of targets; wtype enters the text. */
async function jump(scenario: Scenario): Promise<void> {
  const { layout, targets, answers } = scenario
  const { env, stop } = await startWayland(scenario)
  const window = openWindow({ ...scenario, env }, { flags: OZONE_FLAGS })
  const input = openWaylandInput(env)
  const look = async (): Promise<PageLayout> => {
    await sleep(300)
    return layout.until('the page', () => true)
  }
  const click = async (selector: string): Promise<void> => {
    for (let tries = 0; tries < 40; tries++) {
      const { places, view } = await look()
      const [, y = 0, , height = 0] = places[selector] ?? []
      if (y + height < view[1] - 40) break
      await input.run(['click 5', 'sleep 0.03', 'click 5', 'sleep 0.03', 'click 5'])
    }
    const { places, offset = [0, 0] } = await look()
    const [x, y, width, height] = places[selector] as readonly [number, number, number, number]
    await input.run([
      `mousemove ${Math.round(offset[0] + x + width / 2)} ${Math.round(offset[1] + y + height / 2)}`,
      'sleep 0.1',
      'mousedown 1',
      'sleep 0.05',
      'mouseup 1',
      'sleep 0.2',
    ])
  }
  const type = (text: string) => runFile(WTYPE, ['-d', '25', text], { env: { ...env } })
  try {
    await layout.until('the page', ({ path }) => path === scenario.path)
    await sleep(1000)
    await input.run(['mousemove 700 400', 'sleep 0.2', 'mousemove 703 402'])
    await layout.until('the mouse on the page', ({ offset }) => offset !== undefined)
    await click(targets.first)
    await type(answers.first)
    await click(targets.choice)
    await click(targets.otherChoice)
    await click(targets.second)
    await type(answers.second)
    await click(targets.submit)
    await scenario.finished()
  } finally {
    input.close()
    await window.close()
    await stop()
  }
}

/** Human-like paths, and keys that neither overlap nor pause between words. */
async function imitate(scenario: Scenario): Promise<void> {
  const { env, stop } = await startWayland(scenario)
  try {
    await withPerson(
      { ...scenario, env },
      async (person) => {
        await person.arrive()
        await answerByMouse(person, scenario)
      },
      {
        window: { flags: OZONE_FLAGS },
        person: {
          input: openWaylandInput(env),
          typing: { paceMs: 150, holdMs: 60, slips: 0.02 },
          mouse: { reportMs: 12, bow: 0.08 },
        },
      },
    )
  } finally {
    await stop()
  }
}

export const stacks: readonly Stack[] = [
  {
    name: 'unseen-wayland-wtype',
    family: 'unseen-os-level',
    modes: ['headed'],
    times: 2,
    what: 'jumps onto targets, wtype enters a key every 25 ms',
    needs: [SWAY, WTYPE],
    run: jump,
  },
  {
    name: 'unseen-wayland-human',
    family: 'unseen-os-level',
    modes: ['headed'],
    times: 2,
    what: 'curves with tremor and lognormal keys through the virtual devices of the compositor',
    needs: [SWAY],
    run: imitate,
  },
]
