/**
 * A respondent as a language model with a script would be: it reads before it acts, for a time that depends on the
 * length of the text, scrolls as it reads, moves along curves with overshoot, clicks off the middle and types with slips.
 * It works with any input channel.
 */
import { type Scenario, sleep } from '../scenario.ts'
import { type Channel, keysOf, play } from './hardened.ts'
import type { Point } from './imitation.ts'
import type { Random } from './random.ts'
import { typeAsRespondent } from './respondent_keys.ts'
import { glide } from './respondent_mouse.ts'

export interface ReadingChannel extends Channel {
  /** The text of an element, which sets how long the respondent reads. */
  textOf(selector: string): Promise<string>
}

/** Reading takes longer than the other tasks of the lab. */
export const READING_TIMEOUT_MS = 420_000

const NOTCH_PX = 120
const VIEW_PX = 560
const LEAST_TOP_PX = 60

export async function respond(channel: ReadingChannel, scenario: Scenario, awaits: boolean): Promise<void> {
  const { targets, answers, random } = scenario
  const wordsPerMs = random.between(600, 800) / 60_000
  let at: Point = { x: random.whole(200, 700), y: random.whole(120, 380) }

  const moveTo = async (to: Point, targetPx: number): Promise<void> => {
    const steps = glide(at, to, targetPx, random)
    await play(
      steps.map(({ x, y, atMs }) => ({ atMs, send: () => channel.move({ x, y }) })),
      awaits,
    )
    at = steps.at(-1) ?? at
  }

  const read = async (words: number): Promise<void> => {
    await sleep(random.about(Math.max(250, words / wordsPerMs), 0.25))
    if (random.next() < 0.3) {
      // The hand rests near the last place, inside the page.
      const rest = (from: number, spread: number) => Math.max(30, from + random.normal(0, spread))
      await moveTo({ x: rest(at.x, 40), y: rest(at.y, 30) }, 40)
    }
  }

  const wordsPerPx = wordsIn(await channel.textOf('main')) / (await channel.boxOf('main')).height

  /** Scrolls by a few notches at a time and reads the text that came into view. */
  const scrollTo = async (selector: string): Promise<void> => {
    let before = Number.NaN
    for (let tries = 0; tries < 40; tries++) {
      const { y, height } = await channel.boxOf(selector)
      // At the end of the page, turning the wheel moves nothing.
      if ((y > LEAST_TOP_PX && y + height < VIEW_PX) || y === before) return
      before = y
      const notches = random.whole(2, 4)
      for (let turned = 0; turned < notches; turned++) {
        await channel.wheel(y > LEAST_TOP_PX ? NOTCH_PX : -NOTCH_PX, at)
        await sleep(random.about(105, 0.35))
      }
      await read(notches * NOTCH_PX * wordsPerPx)
    }
  }

  const click = async (selector: string): Promise<void> => {
    await scrollTo(selector)
    await read(wordsIn(await channel.textOf(`section:has(${selector})`)))
    const box = await channel.boxOf(selector)
    await moveTo(pointIn(box, random), Math.min(box.width, box.height))
    await sleep(random.about(140, 0.45))
    await channel.press(at)
    await sleep(random.about(95, 0.25))
    await channel.release(at)
    await sleep(random.about(320, 0.4))
  }

  const answer = async (selector: string, text: string): Promise<void> => {
    await click(selector)
    await sleep(random.about(1200, 0.5))
    await play(keysOf(channel, typeAsRespondent(text, random)), awaits)
    // Reads the answer once more.
    await read(wordsIn(text) / 2)
  }

  await channel.move(at)
  await read(wordsIn(await channel.textOf('h1')) + 12)
  await answer(targets.first, answers.first)
  await click(targets.choice)
  await click(targets.otherChoice)
  await answer(targets.second, answers.second)
  await click(targets.submit)
}

const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length

/** A point of the element, mostly left of and below its middle. */
const pointIn = (box: { x: number; y: number; width: number; height: number }, random: Random): Point => ({
  x: box.x + box.width * clamp(random.normal(0.44, 0.13)),
  y: box.y + box.height * clamp(random.normal(0.55, 0.13)),
})

const clamp = (share: number): number => Math.min(0.85, Math.max(0.15, share))
