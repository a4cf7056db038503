/** People who think before they act, type very slowly, or have unusual pointers and windows. */
import { keyOf } from '../drivers/keyboard.ts'
import type { Person, PersonOptions } from '../drivers/person.ts'
import { startTouchscreen, TOUCHSCREEN_FILES } from '../drivers/touchscreen.ts'
import { startRemoteDesktop, VNC_FILES } from '../drivers/vnc.ts'
import { OZONE_FLAGS, openWaylandInput, SWAY, startWayland } from '../drivers/wayland.ts'
import { openWindow, type WindowOptions } from '../drivers/window.ts'
import { openXdotool } from '../drivers/xdotool.ts'
import { type Scenario, type Stack, sleep } from '../scenario.ts'
import { browsePlainly, withPerson } from './plain.ts'

const TIMEOUT_MS = 300_000

/** Choices of the longer survey, in the order of the page. */
const CHOICES = ['q2:3', 'q4a:3', 'q4b:2', 'q4c:4', 'q4d:2', 'q5:walk', 'q5:transit', 'q8:no'] as const
const selectorOf = (choice: string): string => {
  const [name, value] = choice.split(':')
  return `input[name="${name}"][value="${value}"]`
}

/** Reads and thinks before every answer, with the hand at rest. Half take 3.5 s, a fifth less than 2.2 s. */
const think = ({ random }: Scenario): Promise<void> => sleep(Math.max(900, random.about(3500, 0.5)))

async function answerThoughtfully(person: Person, scenario: Scenario): Promise<void> {
  await think(scenario)
  for (const choice of CHOICES) {
    await person.scrollTo(selectorOf(choice))
    await think(scenario)
    await person.click(selectorOf(choice))
  }
  await person.scrollTo(scenario.targets.submit)
  await think(scenario)
  await person.click(scenario.targets.submit)
}

const thoughtful = (
  scenario: Scenario,
  options: { window?: WindowOptions; person?: PersonOptions } = {},
): Promise<void> =>
  withPerson(
    scenario,
    async (person) => {
      await person.arrive()
      await answerThoughtfully(person, scenario)
    },
    options,
  )

async function overVnc(
  scenario: Scenario,
  act: (inner: Scenario, options: PersonOptions) => Promise<void>,
): Promise<void> {
  const desktop = await startRemoteDesktop(scenario.env)
  try {
    await act({ ...scenario, env: desktop.env }, { input: openXdotool(scenario.env) })
  } finally {
    await desktop.stop()
  }
}

/** One finger or an aid, with a tremor: about four words a minute. Writes a short answer. */
async function typeSlowly(scenario: Scenario, medianMs: number): Promise<void> {
  const { random, targets, answers } = scenario
  const xdotool = openXdotool(scenario.env)
  const type = async (text: string): Promise<void> => {
    for (const character of text) {
      const { symbol, shift } = keyOf(character)
      await sleep(Math.max(700, random.about(medianMs, 0.3)))
      const hold = (Math.max(60, random.about(170, 0.3)) / 1000).toFixed(4)
      const press = [`keydown ${symbol}`, `sleep ${hold}`, `keyup ${symbol}`]
      await xdotool.run(
        shift ? ['keydown Shift_L', 'sleep 0.35', ...press, 'sleep 0.15', 'keyup Shift_L'] : press,
      )
    }
  }
  try {
    await withPerson(scenario, async (person) => {
      await person.arrive()
      await person.read(2000)
      await person.click(targets.first)
      await type(answers.first.slice(0, 28).trim())
      await person.click(targets.choice)
      await person.click(targets.otherChoice)
      await person.click(targets.submit)
    })
  } finally {
    xdotool.close()
  }
}

/** The same choices with a finger. */
async function tapThoughtfully(outer: Scenario): Promise<void> {
  const screen = await startTouchscreen()
  const scenario = { ...outer, env: { ...outer.env, DISPLAY: screen.name } }
  const { random, layout } = scenario
  const window = openWindow(scenario)
  const tap = async (at: { x: number; y: number }): Promise<void> => {
    const pressure = random.between(0.25, 0.6)
    screen.touch('begin', at, pressure)
    await sleep(random.about(60, 0.3))
    screen.touch('end', at, pressure)
  }
  const flick = async (px: number): Promise<void> => {
    const from = { x: 900 + random.normal(0, 40), y: 640 + random.normal(0, 30) }
    screen.touch('begin', from, 0.4)
    const steps = random.whole(9, 16)
    for (let step = 1; step <= steps; step++) {
      await sleep(random.about(14, 0.2))
      screen.touch('move', { x: from.x + step * 0.4, y: from.y - px * (step / steps) ** 0.8 }, 0.4)
    }
    screen.touch('end', from, 0.4)
    await sleep(random.about(500, 0.3))
  }
  const tapOn = async (selector: string): Promise<void> => {
    for (let tries = 0; tries < 25; tries++) {
      await sleep(300)
      const seen = await layout.until('the page', () => true)
      const [x, y, width, height] = seen.places[selector] as readonly [number, number, number, number]
      if (y > 60 && y + height < seen.view[1] - 60) {
        await think(scenario)
        const [left, top] = seen.offset as readonly [number, number]
        return tap({
          x: left + x + width / 2 + random.normal(0, 3),
          y: top + y + height / 2 + random.normal(0, 3),
        })
      }
      await flick(Math.sign(y - 300) * Math.min(360, Math.max(90, Math.abs(y - seen.view[1] / 2))))
    }
    throw new Error(`${selector} could not be scrolled into view`)
  }
  try {
    await layout.until('the page', ({ path }) => path === scenario.path)
    await sleep(random.between(1200, 2200))
    await tap({ x: 230 + random.normal(0, 3), y: 480 + random.normal(0, 20) })
    await layout.until('a finger on the page', ({ offset }) => offset !== undefined)
    for (const choice of CHOICES) await tapOn(selectorOf(choice))
    await tapOn(scenario.targets.submit)
    await scenario.finished()
  } finally {
    await window.close()
    await screen.stop()
  }
}

/** Under Wayland, with a pointer that reports as often as the screen is drawn, as many touchpads and virtual machines do. */
async function onWayland(
  scenario: Scenario,
  act: (inner: Scenario, options: { window: WindowOptions; person: PersonOptions }) => Promise<void>,
): Promise<void> {
  const session = await startWayland(scenario)
  try {
    await act(
      { ...scenario, env: session.env },
      {
        window: { flags: OZONE_FLAGS },
        person: { input: openWaylandInput(session.env), mouse: { reportMs: 1000 / 60 } },
      },
    )
  } finally {
    await session.stop()
  }
}

const OVERLAY = ['--enable-features=FluentOverlayScrollbar,OverlayScrollbar', '--start-fullscreen']

export const stacks: readonly Stack[] = [
  {
    name: 'thoughtful',
    family: 'control',
    modes: ['headed'],
    page: 'demo',
    timeoutMs: TIMEOUT_MS,
    what: 'chooses answers with the mouse and thinks about 3.5 s before each, with the hand at rest',
    run: (scenario) => thoughtful(scenario),
  },
  {
    name: 'thoughtful-touch',
    family: 'control',
    modes: ['headed'],
    page: 'demo',
    timeoutMs: TIMEOUT_MS,
    needs: TOUCHSCREEN_FILES,
    what: 'the same with a finger',
    run: tapThoughtfully,
  },
  {
    name: 'thoughtful-vnc',
    family: 'control',
    modes: ['headed'],
    page: 'demo',
    timeoutMs: TIMEOUT_MS,
    needs: VNC_FILES,
    what: 'the same with the mouse on a remote desktop',
    run: (scenario) => overVnc(scenario, (inner, person) => thoughtful(inner, { person })),
  },
  {
    name: 'slow-typist',
    family: 'control',
    modes: ['headed'],
    page: 'survey',
    timeoutMs: TIMEOUT_MS,
    what: 'types about four words a minute, as people with a tremor or a head pointer do',
    run: (scenario) => typeSlowly(scenario, scenario.random.between(2500, 3500)),
  },
  {
    name: 'overlay-scrollbars',
    family: 'control',
    modes: ['headed'],
    timeoutMs: TIMEOUT_MS,
    needs: VNC_FILES,
    what: 'a remote desktop without a taskbar, in a browser whose scrollbars lie over the page',
    run: (scenario) =>
      overVnc(scenario, (inner, person) => browsePlainly(inner, { person, window: { flags: OVERLAY } })),
  },
  {
    name: 'wayland-slow-pointer',
    family: 'control',
    modes: ['headed'],
    timeoutMs: TIMEOUT_MS,
    needs: [SWAY],
    what: 'a person under Wayland whose pointer reports 60 times a second',
    run: (scenario) => onWayland(scenario, browsePlainly),
  },
  {
    name: 'thoughtful-wayland',
    family: 'control',
    modes: ['headed'],
    page: 'demo',
    timeoutMs: TIMEOUT_MS,
    needs: [SWAY],
    what: 'the thoughtful person under Wayland with a pointer that reports 60 times a second',
    run: (scenario) => onWayland(scenario, thoughtful),
  },
]
