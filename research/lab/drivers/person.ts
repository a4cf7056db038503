/** A simulated person: reads the page layout from the page and sends input through the X server. */
import type { PageLayout } from '../pages/layout.ts'
import { type Scenario, sleep } from '../scenario.ts'
import type { Point } from './imitation.ts'
import { keyOf } from './keyboard.ts'
import { drawTypingPerson, type TypingPerson, typeAsPerson } from './person_keys.ts'
import { drawMousePerson, type MousePerson, reach } from './person_mouse.ts'
import { inTime, openXdotool, type Xdotool } from './xdotool.ts'

export interface Person {
  readonly typing: TypingPerson
  /** Waits for the page and moves the mouse onto it, so that the page can report its screen position. */
  arrive(): Promise<void>
  /** Waits until the page has the keyboard focus, without moving the mouse. */
  wait(): Promise<void>
  /** Scrolls to the element and clicks it. */
  click(selector: string): Promise<void>
  doubleClick(selector: string): Promise<void>
  type(text: string): Promise<void>
  /** Types a word without mistakes. */
  typeWord(word: string): Promise<void>
  /** Types an address without mistakes, because the browser's completion would interfere with corrections. */
  typeAddress(address: string): Promise<void>
  /** Has a program type the text, as for dictation or a text expander. */
  inject(text: string): Promise<void>
  /** Presses one key with modifiers, such as `ctrl+v`, for a human hold time. */
  press(key: string): Promise<void>
  /** Turns the wheel until the element is visible. */
  scrollTo(selector: string): Promise<void>
  scroll(px: number): Promise<void>
  /** Reads the page for a while, with small mouse movements. */
  read(ms: number): Promise<void>
  pause(ms: number): Promise<void>
  leave(): void
}

export interface PersonOptions {
  readonly mouse?: Partial<MousePerson>
  readonly typing?: Partial<TypingPerson>
  /** Approximate milliseconds between wheel notches. */
  readonly notchMs?: number
  /** Screen position of the pointer at first. */
  readonly at?: Point
  /** The input devices, if not those of the X server. */
  readonly input?: Xdotool
}

/** Elements closer to the edge than this are scrolled further into view. */
const MARGIN_PX = 70

/** As xdotool types, which dictation software on Linux uses. */
const INJECTED_KEY_S = 0.012

export function openPerson(scenario: Scenario, options: PersonOptions = {}): Person {
  const { random, layout, env } = scenario
  const xdotool = options.input ?? openXdotool(env)
  const mouse = { ...drawMousePerson(random), swayPx: random.between(2, 5), ...options.mouse }
  const typing = { ...drawTypingPerson(random), ...options.typing }
  const notchMs = options.notchMs ?? random.about(95, 0.25)
  /** Screen position of the pointer. */
  let at: Point = options.at ?? { x: random.whole(900, 1500), y: random.whole(300, 700) }

  const moveTo = async (to: Point, targetPx: number): Promise<void> => {
    const steps = reach(at, to, targetPx, mouse, random)
    await xdotool.run(inTime(steps.map(({ x, y, atMs }) => ({ atMs, line: `mousemove ${x} ${y}` }))))
    at = steps.at(-1) ?? at
  }

  const placeOf = (seen: PageLayout, selector: string) => {
    const place = seen.places[selector]
    if (!place) throw new Error(`${selector} is not on the page`)
    return place
  }

  /** A click position near the middle of the element. */
  const aimAt = (seen: PageLayout, selector: string): { to: Point; targetPx: number } => {
    const [x, y, width, height] = placeOf(seen, selector)
    const [left, top] = seen.offset as readonly [number, number]
    const spread = (size: number) =>
      Math.min(0.38 * size, Math.abs(random.normal(0, 0.16 * Math.min(size, 240))))
    const sign = () => (random.next() < 0.5 ? -1 : 1)
    return {
      to: {
        x: left + seen.scale * (x + width / 2 + sign() * spread(width)),
        y: top + seen.scale * (y + height / 2 + sign() * spread(height)),
      },
      targetPx: seen.scale * Math.min(width, height),
    }
  }

  const isInView = (seen: PageLayout, selector: string, marginPx = MARGIN_PX): boolean => {
    const [, y, , height] = placeOf(seen, selector)
    return y > marginPx && y + height < seen.view[1] - marginPx
  }

  /** The page reports its layout with a short delay. */
  const currentLayout = async (): Promise<PageLayout> => {
    await sleep(220)
    return layout.until('the page', () => true)
  }

  const notches = async (count: number, button: 4 | 5): Promise<void> => {
    const lines: string[] = []
    for (let i = 0; i < count; i++) {
      lines.push(`click ${button}`, `sleep ${(Math.max(18, random.about(notchMs, 0.35)) / 1000).toFixed(4)}`)
    }
    await xdotool.run(lines)
  }

  const clickOnce = async (): Promise<void> => {
    const holdMs = Math.max(40, random.about(88, 0.25))
    await xdotool.run(['mousedown 1', `sleep ${(holdMs / 1000).toFixed(4)}`, 'mouseup 1'])
  }

  const person: Person = {
    typing,
    async arrive() {
      await layout.until('a page', () => true)
      await sleep(random.between(700, 1500))
      await xdotool.run([`mousemove ${Math.round(at.x)} ${Math.round(at.y)}`])
      for (let tries = 0; tries < 20 && !layout.latest?.offset; tries++) {
        await moveTo({ x: at.x + random.between(-80, 80), y: at.y + random.between(-60, 60) }, 60)
        await sleep(300)
      }
      await layout.until('the mouse on the page', ({ offset }) => offset !== undefined)
    },
    async wait() {
      await layout.until('a page with the keyboard', ({ hasFocus }) => hasFocus)
      await sleep(random.between(700, 1500))
    },
    async click(selector) {
      await person.scrollTo(selector)
      const { to, targetPx } = aimAt(await currentLayout(), selector)
      await moveTo(to, targetPx)
      await sleep(random.about(110, 0.5))
      await clickOnce()
      await sleep(random.about(260, 0.4))
    },
    async doubleClick(selector) {
      await person.scrollTo(selector)
      const { to, targetPx } = aimAt(await currentLayout(), selector)
      await moveTo(to, targetPx)
      await sleep(random.about(110, 0.5))
      await clickOnce()
      await sleep(random.about(95, 0.2))
      await clickOnce()
      await sleep(random.about(300, 0.4))
    },
    async type(text) {
      await xdotool.run(inTime(typeAsPerson(text, typing, random)))
      await sleep(random.about(300, 0.4))
    },
    typeWord: (word) => xdotool.run(inTime(typeAsPerson(word, { ...typing, slips: 0 }, random))),
    async typeAddress(address) {
      await xdotool.run(inTime(typeAsPerson(`${address}\n`, { ...typing, slips: 0 }, random)))
      await sleep(random.about(300, 0.4))
    },
    inject: (text) =>
      xdotool.run(
        [...text].flatMap((character) => {
          const { symbol, shift } = keyOf(character)
          return [`key --delay 0 ${shift ? 'shift+' : ''}${symbol}`, `sleep ${INJECTED_KEY_S}`]
        }),
      ),
    async press(keys) {
      const names = keys.split('+')
      const lines: string[] = []
      for (const name of names) {
        lines.push(`keydown ${symbolOf(name)}`, `sleep ${(random.about(80, 0.3) / 1000).toFixed(4)}`)
      }
      for (const name of names.toReversed()) {
        lines.push(`keyup ${symbolOf(name)}`, `sleep ${(random.about(35, 0.4) / 1000).toFixed(4)}`)
      }
      await xdotool.run(lines)
      await sleep(random.about(180, 0.4))
    },
    async scrollTo(selector) {
      let last: 4 | 5 | undefined
      let before: number | undefined
      for (let tries = 0; tries < 30; tries++) {
        const seen = await currentLayout()
        if (isInView(seen, selector)) return
        // At the end of the page, an element may stay near the edge.
        if (seen.scrollY === before && isInView(seen, selector, 0)) return
        before = seen.scrollY
        const [, y] = placeOf(seen, selector)
        const button = y > seen.view[1] / 2 ? 5 : 4
        const hasOvershot = last !== undefined && last !== button
        await notches(hasOvershot ? 1 : random.whole(1, 4), button)
        last = button
        await sleep(random.about(250, 0.5))
      }
      throw new Error(`${selector} could not be scrolled to`)
    },
    async scroll(px) {
      const from = (await currentLayout()).scrollY
      let before = -1
      for (let tries = 0; tries < 60; tries++) {
        const { scrollY } = await currentLayout()
        if (scrollY - from >= px || scrollY === before) return
        before = scrollY
        await notches(random.whole(2, 5), 5)
        await person.read(random.about(700, 0.5))
      }
    },
    async read(ms) {
      const until = Date.now() + ms
      while (Date.now() < until) {
        await sleep(Math.min(ms, random.about(500, 0.6)))
        if (random.next() < 0.35) {
          await moveTo({ x: at.x + random.normal(0, 30), y: at.y + random.normal(0, 25) }, 40)
        }
      }
    },
    pause: sleep,
    leave: () => xdotool.close(),
  }
  return person
}

const symbolOf = (name: string): string =>
  ({ ctrl: 'Control_L', shift: 'Shift_L', alt: 'Alt_L' })[name] ??
  (name.length === 1 ? keyOf(name).symbol : name)
