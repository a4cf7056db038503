/** A person with a touchscreen who taps and flicks, and types on a keyboard. */

import type { Point } from '../drivers/imitation.ts'
import { drawTypingPerson, typeAsPerson } from '../drivers/person_keys.ts'
import type { Random } from '../drivers/random.ts'
import { startTouchscreen, TOUCHSCREEN_FILES, type Touchscreen } from '../drivers/touchscreen.ts'
import { openWindow } from '../drivers/window.ts'
import { inTime, openXdotool } from '../drivers/xdotool.ts'
import type { PageLayout } from '../pages/layout.ts'
import { type Scenario, type Stack, sleep } from '../scenario.ts'

/** The contact point shifts a little while the finger rests. */
async function tap(screen: Touchscreen, at: Point, random: Random): Promise<void> {
  const pressure = random.between(0.25, 0.6)
  screen.touch('begin', at, pressure)
  const rolls = random.whole(1, 4)
  for (let roll = 0; roll < rolls; roll++) {
    await sleep(random.about(20, 0.3))
    screen.touch('move', { x: at.x + random.normal(0, 0.7), y: at.y + random.normal(0, 0.7) }, pressure)
  }
  await sleep(random.about(25, 0.3))
  screen.touch('end', at, pressure)
  await sleep(random.about(420, 0.4))
}

/** An upward flick that starts fast and is released while moving, so that the page keeps scrolling. */
async function flick(screen: Touchscreen, from: Point, px: number, random: Random): Promise<void> {
  const pressure = random.between(0.25, 0.6)
  const steps = random.whole(9, 16)
  const drift = random.normal(0, 0.08) * px
  screen.touch('begin', from, pressure)
  let at = from
  for (let step = 1; step <= steps; step++) {
    await sleep(random.about(14, 0.2))
    const share = (step / steps) ** 0.8
    at = { x: from.x + drift * share ** 2, y: from.y - px * share + random.normal(0, 0.8) }
    screen.touch('move', at, pressure)
  }
  screen.touch('end', at, pressure)
  await sleep(random.about(900, 0.4))
}

async function run(outer: Scenario): Promise<void> {
  const screen = await startTouchscreen()
  const scenario = { ...outer, env: { ...outer.env, DISPLAY: screen.name } }
  const { answers, targets, random, layout } = scenario
  const window = openWindow(scenario)
  const xdotool = openXdotool(scenario.env)
  const typing = drawTypingPerson(random)
  const look = async (): Promise<PageLayout> => {
    await sleep(350)
    return layout.until('the page', () => true)
  }
  const middleOf = ({ offset, view }: PageLayout): Point => ({
    x: (offset?.[0] ?? 0) + view[0] * random.between(0.55, 0.8),
    y: (offset?.[1] ?? 0) + view[1] * random.between(0.6, 0.75),
  })
  const tapOn = async (selector: string): Promise<void> => {
    for (let tries = 0; tries < 25; tries++) {
      const seen = await look()
      const [x, y, width, height] = seen.places[selector] as readonly [number, number, number, number]
      if (y > 60 && y + height < seen.view[1] - 60) {
        const [left, top] = seen.offset as readonly [number, number]
        const at = {
          x: left + x + width * 0.5 + random.normal(0, 0.12) * Math.min(width, 200),
          y: top + y + height * 0.5 + random.normal(0, 0.14) * height,
        }
        return tap(screen, at, random)
      }
      await flick(screen, middleOf(seen), Math.min(360, Math.max(90, (y - seen.view[1] / 2) * 0.5)), random)
    }
    throw new Error(`${selector} could not be scrolled into view`)
  }
  const type = (text: string) => xdotool.run(inTime(typeAsPerson(text, typing, random)))
  try {
    await layout.until('the page', ({ path }) => path === scenario.path)
    await sleep(random.between(1200, 2200))
    // The page gets its screen position from the first tap, which goes to the empty margin.
    await tap(screen, { x: 320 + random.normal(0, 10), y: 480 + random.normal(0, 20) }, random)
    await layout.until('a finger on the page', ({ offset }) => offset !== undefined)
    await tapOn(targets.first)
    await type(answers.first)
    await tapOn(targets.choice)
    await tapOn(targets.otherChoice)
    await tapOn(targets.second)
    await type(answers.second)
    await sleep(random.between(300, 900))
    await tapOn(targets.submit)
    await scenario.finished()
  } finally {
    xdotool.close()
    await window.close()
    await screen.stop()
  }
}

export const stacks: readonly Stack[] = [
  {
    name: 'touch',
    family: 'control',
    modes: ['headed'],
    times: 6,
    what: 'taps and flicks on a touchscreen, typing on a keyboard',
    needs: TOUCHSCREEN_FILES,
    run,
  },
]
