/**
 * A program written to pass: a path with several strokes and tremor, lognormal keys that overlap, slips that are
 * corrected, Shift pressed as a key, clicks off the middle, pauses to read. It works with any input channel, so that
 * only the channel differs between stacks.
 */
import { type Scenario, sleep } from '../scenario.ts'
import type { Box, Point } from './imitation.ts'
import { drawTypingPerson, typeAsPerson } from './person_keys.ts'
import { drawMousePerson, type MousePerson, reach, type Step } from './person_mouse.ts'
import type { Random } from './random.ts'
import type { Moment } from './xdotool.ts'

export interface Channel {
  boxOf(selector: string): Promise<Box>
  move(to: Point): Promise<unknown>
  press(at: Point): Promise<unknown>
  release(at: Point): Promise<unknown>
  /** `symbol` as in X: `a`, `space`, `Shift_L`, `BackSpace`. */
  key(type: 'keydown' | 'keyup', symbol: string): Promise<unknown>
  wheel(deltaY: number, at: Point): Promise<unknown>
}

export interface Style {
  /** Waits for each event before it sends the next, as libraries do. */
  readonly awaits: boolean
  readonly mouse?: Partial<MousePerson>
  /** Replaces the path between two points. */
  path?(from: Point, to: Point, targetPx: number, random: Random): readonly Step[]
  /** Replaces the times of the keys. */
  keys?(text: string, random: Random): readonly Moment[]
  /** Replaces typing: text inserted whole or in words, pasted, composed. */
  enter?(text: string, random: Random): Promise<void>
  /** A pause before each action, such as a model's latency. */
  think?(random: Random): Promise<void>
}

const NOTCH_PX = 120
const VIEW_BOTTOM_PX = 400

/** An event of the input with its time. */
export interface Timed {
  readonly atMs: number
  send(): Promise<unknown>
}

/** Sends at the given times; a channel that waits for each event falls behind. */
export async function play(steps: readonly Timed[], awaits: boolean): Promise<void> {
  const startMs = performance.now()
  for (const { atMs, send } of steps) {
    const leftMs = atMs - (performance.now() - startMs)
    if (leftMs > 0) await sleep(leftMs)
    const sent = send()
    if (awaits) await sent
    else sent.catch(() => {})
  }
}

/** Key events of the channel for timed commands of xdotool. */
export const keysOf = (channel: Channel, moments: readonly Moment[]): Timed[] =>
  [...moments]
    .sort((a, b) => a.atMs - b.atMs)
    .map(({ atMs, line }) => {
      const [kind, symbol] = line.split(' ') as ['keydown' | 'keyup', string]
      return { atMs, send: () => channel.key(kind, symbol) }
    })

export async function answerHardened(channel: Channel, scenario: Scenario, style: Style): Promise<void> {
  const { answers, targets, scrollPx, random } = scenario
  const mouse = { ...drawMousePerson(random), ...style.mouse }
  const typing = drawTypingPerson(random)
  let at: Point = { x: random.whole(150, 600), y: random.whole(100, 300) }
  const think = async (): Promise<void> => {
    if (style.think) await style.think(random)
  }

  const moveTo = async (to: Point, targetPx: number): Promise<void> => {
    const steps = style.path?.(at, to, targetPx, random) ?? reach(at, to, targetPx, mouse, random)
    await play(
      steps.map(({ x, y, atMs }) => ({ atMs, send: () => channel.move({ x, y }) })),
      style.awaits,
    )
    at = steps.at(-1) ?? at
  }

  const turnWheel = async (): Promise<void> => {
    await channel.wheel(NOTCH_PX, at)
    await sleep(random.about(110, 0.4))
  }

  const click = async (selector: string): Promise<void> => {
    await think()
    for (let tries = 0; tries < 60; tries++) {
      const { y, height } = await channel.boxOf(selector)
      if (y + height < VIEW_BOTTOM_PX) break
      await turnWheel()
    }
    await sleep(random.about(300, 0.3))
    const box = await channel.boxOf(selector)
    const off = (size: number) => size * (0.5 + Math.max(-0.36, Math.min(0.36, random.normal(0.05, 0.15))))
    await moveTo({ x: box.x + off(box.width), y: box.y + off(box.height) }, Math.min(box.width, box.height))
    await sleep(random.about(120, 0.5))
    await channel.press(at)
    await sleep(Math.max(40, random.about(90, 0.25)))
    await channel.release(at)
    await sleep(random.about(280, 0.4))
  }

  const type = async (text: string): Promise<void> => {
    await think()
    if (style.enter) return style.enter(text, random)
    const keys = style.keys?.(text, random) ?? typeAsPerson(text, typing, random)
    await play(keysOf(channel, keys), style.awaits)
    return sleep(random.about(300, 0.4))
  }

  await channel.move(at)
  await sleep(random.between(1500, 3500))
  await click(targets.first)
  await type(answers.first)
  await click(targets.choice)
  await think()
  for (let turned = 0; turned < scrollPx; turned += NOTCH_PX) {
    await turnWheel()
    if (random.next() < 0.2) await sleep(random.about(600, 0.5))
  }
  await click(targets.otherChoice)
  await click(targets.second)
  await type(answers.second)
  await click(targets.submit)
}

/** A model that looks at the page before each action. */
export const modelLatency = (random: Random): Promise<void> => sleep(random.between(3000, 6000))
