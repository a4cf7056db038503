/** Somebody in front of the screen: sees through the page's eyes, acts through the X server. */
import type { Seen } from '../pages/eyes.ts'
import { type Scenario, sleep } from '../scenario.ts'
import type { Point } from './imitation.ts'
import { keyOf } from './keyboard.ts'
import { drawTypingPerson, type TypingPerson, typeAsPerson } from './person_keys.ts'
import { drawMousePerson, type MousePerson, reach } from './person_mouse.ts'
import { inTime, openXdotool } from './xdotool.ts'

export interface Person {
  readonly typing: TypingPerson
  /** Waits for the page, and finds out where on the screen it is by moving the mouse onto it. */
  arrive(): Promise<void>
  /** Waits until the page is seen and has the keyboard; the mouse stays where it is. */
  wait(): Promise<void>
  /** `#id` of what to click. Scrolls there first. */
  click(selector: string): Promise<void>
  doubleClick(selector: string): Promise<void>
  type(text: string): Promise<void>
  /** A word without slips. */
  typeWord(word: string): Promise<void>
  /** An address, whose slips a browser would complete instead of letting them be mended. */
  typeAddress(address: string): Promise<void>
  /** One key with modifiers, `ctrl+v`, held as long as people hold keys. */
  press(key: string): Promise<void>
  /** Turns the wheel until the element can be seen. */
  scrollTo(selector: string): Promise<void>
  scroll(px: number): Promise<void>
  /** Looks at the page for a while, with a hand that is never quite still. */
  read(ms: number): Promise<void>
  pause(ms: number): Promise<void>
  leave(): void
}

export interface PersonOptions {
  readonly mouse?: Partial<MousePerson>
  readonly typing?: Partial<TypingPerson>
  /** Milliseconds between notches of the wheel, about. */
  readonly notchMs?: number
}

/** What is closer to the edge than this is scrolled further in. */
const MARGIN_PX = 70

export function openPerson(scenario: Scenario, options: PersonOptions = {}): Person {
  const { chance, eyes, env } = scenario
  const xdotool = openXdotool(env)
  const mouse = { ...drawMousePerson(chance), ...options.mouse }
  const typing = { ...drawTypingPerson(chance), ...options.typing }
  const notchMs = options.notchMs ?? chance.about(95, 0.25)
  /** On the screen. */
  let at: Point = { x: chance.whole(900, 1500), y: chance.whole(300, 700) }

  const moveTo = async (to: Point, targetPx: number): Promise<void> => {
    const steps = reach(at, to, targetPx, mouse, chance)
    await xdotool.run(inTime(steps.map(({ x, y, atMs }) => ({ atMs, line: `mousemove ${x} ${y}` }))))
    at = steps.at(-1) ?? at
  }

  const placeOf = (seen: Seen, selector: string) => {
    const place = seen.places[selector]
    if (!place) throw new Error(`${selector} is nowhere to be seen`)
    return place
  }

  /** Where a hand would aim: about the middle, never quite. */
  const aimAt = (seen: Seen, selector: string): { to: Point; targetPx: number } => {
    const [x, y, width, height] = placeOf(seen, selector)
    const [left, top] = seen.offset as readonly [number, number]
    const spread = (size: number) =>
      Math.min(0.38 * size, Math.abs(chance.normal(0, 0.16 * Math.min(size, 240))))
    const sign = () => (chance.next() < 0.5 ? -1 : 1)
    return {
      to: {
        x: left + seen.scale * (x + width / 2 + sign() * spread(width)),
        y: top + seen.scale * (y + height / 2 + sign() * spread(height)),
      },
      targetPx: seen.scale * Math.min(width, height),
    }
  }

  const isInView = (seen: Seen, selector: string): boolean => {
    const [, y, , height] = placeOf(seen, selector)
    return y > MARGIN_PX && y + height < seen.view[1] - MARGIN_PX
  }

  /** The page's own news is a little late. */
  const lookAgain = async (): Promise<Seen> => {
    await sleep(220)
    return eyes.until('the page', () => true)
  }

  const notches = async (count: number, button: 4 | 5): Promise<void> => {
    const lines: string[] = []
    for (let i = 0; i < count; i++) {
      lines.push(`click ${button}`, `sleep ${(Math.max(18, chance.about(notchMs, 0.35)) / 1000).toFixed(4)}`)
    }
    await xdotool.run(lines)
  }

  const clickOnce = async (): Promise<void> => {
    const holdMs = Math.max(40, chance.about(88, 0.25))
    await xdotool.run(['mousedown 1', `sleep ${(holdMs / 1000).toFixed(4)}`, 'mouseup 1'])
  }

  const person: Person = {
    typing,
    async arrive() {
      await eyes.until('a page', () => true)
      await sleep(chance.between(700, 1500))
      await xdotool.run([`mousemove ${Math.round(at.x)} ${Math.round(at.y)}`])
      for (let tries = 0; tries < 20 && !eyes.seen?.offset; tries++) {
        await moveTo({ x: at.x + chance.between(-80, 80), y: at.y + chance.between(-60, 60) }, 60)
        await sleep(300)
      }
      await eyes.until('the mouse on the page', ({ offset }) => offset !== undefined)
    },
    async wait() {
      await eyes.until('a page with the keyboard', ({ hasFocus }) => hasFocus)
      await sleep(chance.between(700, 1500))
    },
    async click(selector) {
      await person.scrollTo(selector)
      const { to, targetPx } = aimAt(await lookAgain(), selector)
      await moveTo(to, targetPx)
      await sleep(chance.about(110, 0.5))
      await clickOnce()
      await sleep(chance.about(260, 0.4))
    },
    async doubleClick(selector) {
      await person.scrollTo(selector)
      const { to, targetPx } = aimAt(await lookAgain(), selector)
      await moveTo(to, targetPx)
      await sleep(chance.about(110, 0.5))
      await clickOnce()
      await sleep(chance.about(95, 0.2))
      await clickOnce()
      await sleep(chance.about(300, 0.4))
    },
    async type(text) {
      await xdotool.run(inTime(typeAsPerson(text, typing, chance)))
      await sleep(chance.about(300, 0.4))
    },
    typeWord: (word) => xdotool.run(inTime(typeAsPerson(word, { ...typing, slips: 0 }, chance))),
    async typeAddress(address) {
      await xdotool.run(inTime(typeAsPerson(`${address}\n`, { ...typing, slips: 0 }, chance)))
      await sleep(chance.about(300, 0.4))
    },
    async press(keys) {
      const names = keys.split('+')
      const lines: string[] = []
      for (const name of names) {
        lines.push(`keydown ${symbolOf(name)}`, `sleep ${(chance.about(80, 0.3) / 1000).toFixed(4)}`)
      }
      for (const name of names.toReversed()) {
        lines.push(`keyup ${symbolOf(name)}`, `sleep ${(chance.about(35, 0.4) / 1000).toFixed(4)}`)
      }
      await xdotool.run(lines)
      await sleep(chance.about(180, 0.4))
    },
    async scrollTo(selector) {
      for (let tries = 0; tries < 30; tries++) {
        const seen = await lookAgain()
        if (isInView(seen, selector)) return
        const [, y] = placeOf(seen, selector)
        await notches(chance.whole(1, 4), y > seen.view[1] / 2 ? 5 : 4)
        await sleep(chance.about(250, 0.5))
      }
      throw new Error(`${selector} could not be scrolled to`)
    },
    async scroll(px) {
      const from = (await lookAgain()).scrollY
      let before = -1
      for (let tries = 0; tries < 60; tries++) {
        const { scrollY } = await lookAgain()
        if (scrollY - from >= px || scrollY === before) return
        before = scrollY
        await notches(chance.whole(2, 5), 5)
        await person.read(chance.about(700, 0.5))
      }
    },
    async read(ms) {
      const until = Date.now() + ms
      while (Date.now() < until) {
        await sleep(Math.min(ms, chance.about(500, 0.6)))
        if (chance.next() < 0.35) {
          await moveTo({ x: at.x + chance.normal(0, 30), y: at.y + chance.normal(0, 25) }, 40)
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
