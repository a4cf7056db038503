/**
 * The usual imitation of people: an eased Bezier curve for every move, normally distributed pauses between keys, clicks
 * slightly off the middle, wheel notches. It works with the input driver of any stack.
 */
import { type Scenario, sleep } from '../scenario.ts'
import type { Random } from './random.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Box extends Point {
  readonly width: number
  readonly height: number
}

/** Pointer and keyboard operations of a stack. */
export interface InputDriver {
  boxOf(selector: string): Promise<Box>
  move(to: Point): Promise<unknown>
  press(): Promise<unknown>
  release(): Promise<unknown>
  keyDown(character: string): Promise<unknown>
  keyUp(character: string): Promise<unknown>
  wheel(deltaY: number): Promise<unknown>
}

const STEP_MS = 8
const NOTCH_PX = 120
const VIEW_BOTTOM_PX = 480

export async function imitate(
  driver: InputDriver,
  { answers, targets, scrollPx, random }: Scenario,
): Promise<void> {
  let at: Point = { x: random.between(100, 500), y: random.between(80, 200) }
  await driver.move(at)

  const click = async (selector: string): Promise<void> => {
    await scrollTo(selector)
    const box = await driver.boxOf(selector)
    const to = {
      x: box.x + box.width * random.between(0.3, 0.7),
      y: box.y + box.height * random.between(0.3, 0.7),
    }
    for (const point of curve(at, to, random)) {
      await driver.move(point)
      await sleep(random.normal(STEP_MS, 2))
    }
    at = to
    await sleep(random.between(60, 180))
    await driver.press()
    await sleep(random.normal(90, 20))
    await driver.release()
    await sleep(random.between(200, 600))
  }

  const type = async (text: string): Promise<void> => {
    for (const character of text) {
      await driver.keyDown(character)
      await sleep(Math.max(20, random.normal(80, 18)))
      await driver.keyUp(character)
      await sleep(Math.max(15, random.normal(95, 35) + (character === ' ' ? 40 : 0)))
    }
  }

  const scroll = async (px: number): Promise<void> => {
    for (let turned = 0; turned < px; turned += NOTCH_PX) {
      await driver.wheel(NOTCH_PX)
      await sleep(random.between(60, 180))
    }
    await sleep(random.between(300, 700))
  }

  const scrollTo = async (selector: string): Promise<void> => {
    for (let tries = 0; tries < 40; tries++) {
      const { y, height } = await driver.boxOf(selector)
      if (y + height < VIEW_BOTTOM_PX) return
      await driver.wheel(NOTCH_PX)
      await sleep(random.between(80, 200))
    }
  }

  await click(targets.first)
  await type(answers.first)
  await click(targets.choice)
  await scroll(scrollPx)
  await click(targets.otherChoice)
  await click(targets.second)
  await type(answers.second)
  await click(targets.submit)
}

/** A cubic Bezier curve between two points, slow at both ends. */
export function curve(from: Point, to: Point, random: Random): Point[] {
  const distance = Math.hypot(to.x - from.x, to.y - from.y)
  const bend = () => random.between(-0.2, 0.2) * distance
  const control = (share: number): Point => ({
    x: from.x + (to.x - from.x) * share + bend(),
    y: from.y + (to.y - from.y) * share + bend(),
  })
  const [a, b] = [control(0.3), control(0.7)]
  const count = Math.round(Math.min(80, Math.max(12, distance / 8)))
  return Array.from({ length: count }, (_, index) => {
    const linear = (index + 1) / count
    const t = linear * linear * (3 - 2 * linear)
    const mix = (p0: number, p1: number, p2: number, p3: number) =>
      (1 - t) ** 3 * p0 + 3 * (1 - t) ** 2 * t * p1 + 3 * (1 - t) * t ** 2 * p2 + t ** 3 * p3
    return { x: mix(from.x, a.x, b.x, to.x), y: mix(from.y, a.y, b.y, to.y) }
  })
}
