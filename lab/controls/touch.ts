/** Somebody with a touchscreen: taps, flicks, and a keyboard to type on. */
import type { Chance } from '../drivers/chance.ts'
import type { Point } from '../drivers/imitation.ts'
import { drawTypingPerson, typeAsPerson } from '../drivers/person_keys.ts'
import { startTouchscreen, TOUCHSCREEN_FILES, type Touchscreen } from '../drivers/touchscreen.ts'
import { openWindow } from '../drivers/window.ts'
import { inTime, openXdotool } from '../drivers/xdotool.ts'
import type { Seen } from '../pages/eyes.ts'
import { type Scenario, type Stack, sleep } from '../scenario.ts'

/** A finger rolls a little while it rests. */
async function tap(screen: Touchscreen, at: Point, chance: Chance): Promise<void> {
  const pressure = chance.between(0.25, 0.6)
  screen.touch('begin', at, pressure)
  const rolls = chance.whole(1, 4)
  for (let roll = 0; roll < rolls; roll++) {
    await sleep(chance.about(20, 0.3))
    screen.touch('move', { x: at.x + chance.normal(0, 0.7), y: at.y + chance.normal(0, 0.7) }, pressure)
  }
  await sleep(chance.about(25, 0.3))
  screen.touch('end', at, pressure)
  await sleep(chance.about(420, 0.4))
}

/** Upwards, quick at first, let go while still moving, so that the page runs on. */
async function flick(screen: Touchscreen, from: Point, px: number, chance: Chance): Promise<void> {
  const pressure = chance.between(0.25, 0.6)
  const steps = chance.whole(9, 16)
  const drift = chance.normal(0, 0.08) * px
  screen.touch('begin', from, pressure)
  let at = from
  for (let step = 1; step <= steps; step++) {
    await sleep(chance.about(14, 0.2))
    const share = (step / steps) ** 0.8
    at = { x: from.x + drift * share ** 2, y: from.y - px * share + chance.normal(0, 0.8) }
    screen.touch('move', at, pressure)
  }
  screen.touch('end', at, pressure)
  await sleep(chance.about(900, 0.4))
}

async function run(outer: Scenario): Promise<void> {
  const screen = await startTouchscreen()
  const scenario = { ...outer, env: { ...outer.env, DISPLAY: screen.name } }
  const { answers, targets, chance, eyes } = scenario
  const window = openWindow(scenario)
  const xdotool = openXdotool(scenario.env)
  const typing = drawTypingPerson(chance)
  const look = async (): Promise<Seen> => {
    await sleep(350)
    return eyes.until('the page', () => true)
  }
  const middleOf = ({ offset, view }: Seen): Point => ({
    x: (offset?.[0] ?? 0) + view[0] * chance.between(0.55, 0.8),
    y: (offset?.[1] ?? 0) + view[1] * chance.between(0.6, 0.75),
  })
  const tapOn = async (selector: string): Promise<void> => {
    for (let tries = 0; tries < 25; tries++) {
      const seen = await look()
      const [x, y, width, height] = seen.places[selector] as readonly [number, number, number, number]
      if (y > 60 && y + height < seen.view[1] - 60) {
        const [left, top] = seen.offset as readonly [number, number]
        const at = {
          x: left + x + width * 0.5 + chance.normal(0, 0.12) * Math.min(width, 200),
          y: top + y + height * 0.5 + chance.normal(0, 0.14) * height,
        }
        return tap(screen, at, chance)
      }
      await flick(screen, middleOf(seen), Math.min(360, Math.max(90, (y - seen.view[1] / 2) * 0.5)), chance)
    }
    throw new Error(`${selector} could not be reached by flicking`)
  }
  const type = (text: string) => xdotool.run(inTime(typeAsPerson(text, typing, chance)))
  try {
    await eyes.until('the page', ({ path }) => path === scenario.path)
    await sleep(chance.between(1200, 2200))
    // The page learns where it is on the screen from the first tap, on the empty margin.
    await tap(screen, { x: 320 + chance.normal(0, 10), y: 480 + chance.normal(0, 20) }, chance)
    await eyes.until('a finger on the page', ({ offset }) => offset !== undefined)
    await tapOn(targets.first)
    await type(answers.first)
    await tapOn(targets.choice)
    await tapOn(targets.otherChoice)
    await tapOn(targets.second)
    await type(answers.second)
    await sleep(chance.between(300, 900))
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
