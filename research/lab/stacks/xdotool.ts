/**
 * Programs that use the operating system's input, without a debugger or code in the browser: the hardest case in the
 * literature. Styles range from jumps to imitation of people; compare `research/lab/controls`.
 */

import { type Box, curve, type InputDriver, imitate, type Point } from '../drivers/imitation.ts'
import { keyOf } from '../drivers/keyboard.ts'
import type { Random } from '../drivers/random.ts'
import { openWindow } from '../drivers/window.ts'
import { openXdotool, type Xdotool } from '../drivers/xdotool.ts'
import type { PageLayout } from '../pages/layout.ts'
import { type Scenario, type Stack, sleep } from '../scenario.ts'

const NOTCH_PX = 120
const START: Point = { x: 700, y: 500 }

interface InputStyle {
  path(from: Point, to: Point, random: Random): readonly Point[]
  readonly stepMs: number
  readonly holdMs: number
  typing(text: string, random: Random): string[]
}

const jump: InputStyle = {
  path: (_, to) => [to],
  stepMs: 0,
  holdMs: 0,
  typing: (text) => [`type --delay 25 ${quoted(text)}`],
}

const linear: InputStyle = {
  path: (from, to) =>
    Array.from({ length: 40 }, (_, index) => ({
      x: from.x + ((to.x - from.x) * (index + 1)) / 40,
      y: from.y + ((to.y - from.y) * (index + 1)) / 40,
    })),
  stepMs: 10,
  holdMs: 50,
  typing: (text) => [`type --delay 90 ${quoted(text)}`],
}

/** Eased curves and uniformly random pauses, as in desktop automation libraries. */
const eased: InputStyle = {
  path: curve,
  stepMs: 9,
  holdMs: 80,
  typing: (text, random) =>
    [...text].flatMap((character) => [
      `key ${withShift(character)}`,
      `sleep ${(random.between(60, 200) / 1000).toFixed(4)}`,
    ]),
}

/** xdotool splits a line as a shell would. */
const quoted = (text: string): string => `"${text.replaceAll('"', '\\"')}"`

const withShift = (character: string): string => {
  const { symbol, shift } = keyOf(character)
  return shift ? `shift+${symbol}` : symbol
}

/** Screen position of an element; the program knows the layout in advance. */
function placeOf(seen: PageLayout, selector: string): Box {
  const [x, y, width, height] = seen.places[selector] as readonly [number, number, number, number]
  const [left, top] = seen.offset as readonly [number, number]
  return { x: left + x, y: top + y, width, height }
}

export async function withNative(
  scenario: Scenario,
  act: (xdotool: Xdotool) => Promise<void>,
): Promise<void> {
  const window = openWindow(scenario)
  const xdotool = openXdotool(scenario.env)
  try {
    await scenario.layout.until('the page', ({ path }) => path === scenario.path)
    await sleep(1000)
    await xdotool.run([
      `mousemove ${START.x} ${START.y}`,
      'sleep 0.2',
      `mousemove ${START.x + 3} ${START.y + 2}`,
    ])
    await scenario.layout.until('the mouse on the page', ({ offset }) => offset !== undefined)
    await act(xdotool)
    await scenario.finished()
  } finally {
    xdotool.close()
    await window.close()
  }
}

const plainly = (style: InputStyle) => (scenario: Scenario) =>
  withNative(scenario, async (xdotool) => {
    const { answers, targets, random, layout } = scenario
    let at = START
    const look = async (): Promise<PageLayout> => {
      await sleep(250)
      return layout.until('the page', () => true)
    }
    const click = async (selector: string): Promise<void> => {
      for (let tries = 0; tries < 40; tries++) {
        const seen = await look()
        const { y, height } = placeOf(seen, selector)
        if (y + height < (seen.offset?.[1] ?? 0) + seen.view[1] - 40) break
        await xdotool.run(['click --repeat 5 --delay 30 5'])
      }
      const { x, y, width, height } = placeOf(await look(), selector)
      const to = { x: x + width / 2, y: y + height / 2 }
      await xdotool.run([
        ...style
          .path(at, to, random)
          .flatMap((point) => [
            `mousemove ${Math.round(point.x)} ${Math.round(point.y)}`,
            `sleep ${style.stepMs / 1000}`,
          ]),
        'mousedown 1',
        `sleep ${style.holdMs / 1000}`,
        'mouseup 1',
      ])
      at = to
    }
    await click(targets.first)
    await xdotool.run(style.typing(answers.first, random))
    await click(targets.choice)
    await click(targets.otherChoice)
    await click(targets.second)
    await xdotool.run(style.typing(answers.second, random))
    await sleep(300)
    await click(targets.submit)
  })

/** The same imitation of a person as in other stacks, sent through the X server. */
function nativeDriver(xdotool: Xdotool, scenario: Scenario): InputDriver {
  return {
    async boxOf(selector) {
      await sleep(200)
      const seen = await scenario.layout.until('the page', () => true)
      const [x, y, width, height] = seen.places[selector] as readonly [number, number, number, number]
      return { x, y, width, height }
    },
    move({ x, y }) {
      const [left, top] = scenario.layout.latest?.offset ?? [0, 0]
      return xdotool.run([`mousemove ${Math.round(left + x)} ${Math.round(top + y)}`])
    },
    press: () => xdotool.run(['mousedown 1']),
    release: () => xdotool.run(['mouseup 1']),
    keyDown(character) {
      const { symbol, shift } = keyOf(character)
      return xdotool.run([...(shift ? ['keydown Shift_L', 'sleep 0.03'] : []), `keydown ${symbol}`])
    },
    keyUp(character) {
      const { symbol, shift } = keyOf(character)
      return xdotool.run([`keyup ${symbol}`, ...(shift ? ['keyup Shift_L'] : [])])
    },
    wheel: (deltaY) => xdotool.run([`click --repeat ${Math.round(deltaY / NOTCH_PX)} 5`]),
  }
}

export const stacks: readonly Stack[] = [
  {
    name: 'xdotool-jump',
    family: 'os-level',
    modes: ['headed'],
    what: 'jumps onto targets, types a key every 25 ms',
    run: plainly(jump),
  },
  {
    name: 'xdotool-linear',
    family: 'os-level',
    modes: ['headed'],
    what: 'straight lines at even speed, a key every 90 ms',
    run: plainly(linear),
  },
  {
    name: 'xdotool-eased',
    family: 'os-level',
    modes: ['headed'],
    times: 5,
    what: 'eased curves to the middle of targets, uniformly random pauses between keys',
    run: plainly(eased),
  },
  {
    name: 'xdotool-human',
    family: 'os-level',
    modes: ['headed'],
    times: 6,
    what: 'Bezier paths off the middle, normally distributed keys, wheel notches, Shift pressed',
    run: (scenario) => withNative(scenario, (xdotool) => imitate(nativeDriver(xdotool, scenario), scenario)),
  },
]
