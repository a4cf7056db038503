/**
 * Programs in the style of public humanizers that compute positions as floats and sleep 20 to 40 ms after every awaited
 * move. For evaluation only.
 */
import { chromium as patchright } from 'patchright-core'
import { answerHardened, type Channel } from '../drivers/hardened.ts'
import { cdpChannel, playwrightChannel } from '../drivers/hardened_channels.ts'
import type { Point } from '../drivers/imitation.ts'
import type { Step } from '../drivers/person_mouse.ts'
import type { Random } from '../drivers/random.ts'
import { type Scenario, type Stack, sleep } from '../scenario.ts'
import { asIs, overCdp } from './hardened.ts'
import { type Launcher, withPlaywright } from './playwright.ts'
import { maximized, sided } from './readers_of_the_checks.ts'

const TIMEOUT_MS = 300_000

/** A cubic Bezier curve with two control points aside, eased, as humanizing code has it: no position is rounded. */
function floatPath(from: Point, to: Point, _size: number, random: Random): Step[] {
  const distance = Math.hypot(to.x - from.x, to.y - from.y)
  const [nx, ny] = [-(to.y - from.y) / (distance || 1), (to.x - from.x) / (distance || 1)]
  const aside = [random.normal(0, 0.12) * distance, random.normal(0, 0.12) * distance] as const
  const length = Math.max(8, Math.round(10 * Math.log2(distance / 40 + 1)))
  return Array.from({ length }, (_, i): Step => {
    const time = (i + 1) / length
    const s = time < 0.5 ? 4 * time ** 3 : 1 - (2 - 2 * time) ** 3 / 2
    const off = 3 * (1 - s) ** 2 * s * aside[0] + 3 * (1 - s) * s ** 2 * aside[1]
    return {
      x: from.x + (to.x - from.x) * s + nx * off,
      y: from.y + (to.y - from.y) * s + ny * off,
      atMs: 0,
    }
  })
}

/** Pauses after every move; a notch comes as small random steps. */
function unhurried(channel: Channel, { random }: Scenario): Channel {
  return {
    ...channel,
    async move(to) {
      await channel.move(to)
      await sleep(random.between(20, 40))
    },
    async wheel(_, at) {
      for (let left = 120; left > 0; ) {
        const px = Math.min(left, random.whole(11, 37))
        left -= px
        await channel.wheel(px, at)
        await sleep(random.between(14, 26))
      }
    },
  }
}

const answer = (channel: Channel, scenario: Scenario): Promise<void> =>
  answerHardened(unhurried(channel, scenario), scenario, { awaits: true, path: floatPath })

const floatsOverCdp = overCdp(asIs, (send, scenario) => answer(cdpChannel(sided(send)), scenario))

export const stacks: readonly Stack[] = [
  {
    name: 'judged-floats-cdp',
    family: 'judged-floats',
    modes: ['headed'],
    timeoutMs: TIMEOUT_MS,
    what: 'raw protocol with a Bezier curve of floats and 20 to 40 ms of sleep after every move',
    run: floatsOverCdp,
  },
  {
    name: 'judged-floats-maximized',
    family: 'judged-floats',
    modes: ['headed'],
    timeoutMs: TIMEOUT_MS,
    what: 'the same in a maximized window',
    run: (scenario) => floatsOverCdp(maximized(scenario)),
  },
  {
    name: 'judged-floats-patchright',
    family: 'judged-floats',
    modes: ['headed'],
    timeoutMs: TIMEOUT_MS,
    what: 'Patchright with the same curve and pauses in a maximized window',
    run: (scenario) =>
      withPlaywright(
        scenario,
        (page) => answer(playwrightChannel(page), scenario),
        patchright as unknown as Launcher,
        { viewport: null, args: [...scenario.flags, '--start-maximized'] },
      ),
  },
]
