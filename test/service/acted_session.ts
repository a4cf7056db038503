/**
 * Random sessions for property tests, composed of actions of people and programs in any order. Purely random rows would
 * rarely trigger a check.
 */
import fc from 'fast-check'
import type { Name } from '../../src/contract/batch/batch.ts'
import {
  ATTENTION_KIND,
  CLICK_FLAGS,
  CLIPBOARD_KIND,
  INPUT_KIND,
  KEY_CLASS,
  POINTER,
  POINTER_FLAGS,
  UNTRUSTED,
} from '../../src/contract/batch/rows.ts'
import { event, type NamedEvent } from './recorded_session.ts'

/** A sequence of numbers from 0 to 1, the same for the same seed. */
type RandomNumber = () => number

interface Stage {
  at: number
  x: number
  y: number
  scrollY: number
  readonly lengths: Map<string, number>
  readonly random: RandomNumber
}

type Act = (stage: Stage, target: number) => NamedEvent[]

const MOUSE = POINTER.mouse << POINTER_FLAGS.kindShift
const PAGE = CLICK_FLAGS.pageFocused | CLICK_FLAGS.userActive
const button = (target: number): Name => ['button', `button ${target}`]
const question = (target: number): Name => ['question', `q${target % 2}`]

function box(target: number) {
  const rx = 60 + (target % 5) * 180
  const ry = 80 + (target % 4) * 140
  return { rx, ry, rw: 140, rh: 48 }
}

function wait(stage: Stage, least: number, most: number): number {
  stage.at += least + stage.random() * (most - least)
  return stage.at
}

function press(stage: Stage, target: number, pressure: number, heldMs: number): NamedEvent[] {
  const place = { x: Math.round(stage.x), y: Math.round(stage.y) }
  const at = { ...place, ...box(target) }
  return [
    event(
      'down',
      stage.at,
      { ...at, pressure, width: 1, height: 1, flags: MOUSE, pointer: 1 },
      button(target),
    ),
    event('up', wait(stage, heldMs, heldMs * 1.3), {
      ...place,
      width: 1,
      height: 1,
      flags: MOUSE,
      pointer: 1,
    }),
    event('click', wait(stage, 0.2, 1), { ...at, detail: 1, flags: MOUSE | PAGE }, button(target)),
  ]
}

const programClick: Act = (stage, target) => {
  const { rx, ry, rw, rh } = box(target)
  stage.x = rx + rw / 2
  stage.y = ry + rh / 2
  const jump = event('move', wait(stage, 200, 400), { x: stage.x, y: stage.y, coalesced: 1, flags: MOUSE })
  wait(stage, 0.3, 1)
  return [jump, ...press(stage, target, 0, 1)]
}

const handClick: Act = (stage, target) => {
  const { rx, ry, rw, rh } = box(target)
  const goal = { x: rx + rw * (0.2 + 0.6 * stage.random()), y: ry + rh * (0.2 + 0.6 * stage.random()) }
  const from = { x: stage.x, y: stage.y }
  const bow = (stage.random() - 0.5) * 80
  const steps = 18 + Math.floor(stage.random() * 14)
  const moves: NamedEvent[] = []
  wait(stage, 200, 900)
  for (let step = 1; step <= steps; step++) {
    const share = 1 - (1 - step / steps) ** 2
    stage.x = from.x + (goal.x - from.x) * share + stage.random() * 2
    stage.y = from.y + (goal.y - from.y) * share + Math.sin(share * Math.PI) * bow + stage.random() * 2
    const place = { x: Math.round(stage.x), y: Math.round(stage.y) }
    moves.push(event('move', wait(stage, 8, 24), { ...place, coalesced: 1, flags: MOUSE }))
  }
  wait(stage, 60, 200)
  return [...moves, ...press(stage, target, 50, 70 + stage.random() * 60)]
}

const scriptClick: Act = (stage, target) => [
  event(
    'click',
    wait(stage, 50, 300),
    { ...box(target), flags: UNTRUSTED | CLICK_FLAGS.virtual },
    button(target),
  ),
]

function grow(stage: Stage, name: Name, by: number): number {
  const value = Math.max(0, (stage.lengths.get(name[1]) ?? 0) + by)
  stage.lengths.set(name[1], value)
  return value
}

function key(
  stage: Stage,
  name: Name,
  keyClass: number,
  kind: number,
  by: number,
  dwellMs: number,
): NamedEvent[] {
  const down = event('keydown', stage.at, { class: keyClass, slot: 1 }, name)
  const value = grow(stage, name, by)
  const input = { kind, length: by > 0 ? by : -1, value, caret: value }
  const changed = event('input', wait(stage, 0.5, 2), input, name)
  return [
    down,
    changed,
    event('keyup', wait(stage, dwellMs * 0.95, dwellMs * 1.05), { class: keyClass, slot: 1 }),
  ]
}

const programTyping: Act = (stage, target) =>
  Array.from({ length: 24 }, () => {
    wait(stage, 4, 6)
    return key(stage, question(target), KEY_CLASS.lower, INPUT_KIND.insertText, 1, 2)
  }).flat()

const handTyping: Act = (stage, target) =>
  Array.from({ length: 24 }, () => {
    wait(stage, 60, 60 + 400 * stage.random() ** 2)
    const dwell = 50 + stage.random() * 90
    const corrects = stage.random() < 0.12
    return corrects
      ? key(stage, question(target), KEY_CLASS.backspace, INPUT_KIND.deleteContentBackward, -1, dwell)
      : key(stage, question(target), KEY_CLASS.lower, INPUT_KIND.insertText, 1, dwell)
  }).flat()

const filling: Act = (stage, target) => {
  const value = grow(stage, question(target), 119)
  return [
    event(
      'input',
      wait(stage, 100, 200),
      { kind: INPUT_KIND.insertText, length: 119, value, caret: value },
      question(target),
    ),
  ]
}

const pasting: Act = (stage, target) => {
  const left = event('attention', wait(stage, 200, 900), { kind: ATTENTION_KIND.hidden })
  const back = event('attention', wait(stage, 2_000, 9_000), { kind: ATTENTION_KIND.visible })
  const sinceReturn = 1_200
  const name = question(target)
  const paste = event(
    'clipboard',
    wait(stage, 1_200, 1_300),
    { kind: CLIPBOARD_KIND.paste, length: 118, sinceReturn },
    name,
  )
  const input = { kind: INPUT_KIND.insertFromPaste, length: 118, value: grow(stage, name, 118), caret: -1 }
  return [left, back, paste, event('input', wait(stage, 1, 3), input, name)]
}

const jumping: Act = (stage) => {
  stage.scrollY += 1_400
  return [event('scroll', wait(stage, 800, 1_500), { y: stage.scrollY, range: 20_000, count: 1 })]
}

const wheeling: Act = (stage) => {
  wait(stage, 400, 900)
  return Array.from({ length: 8 }, () => {
    stage.scrollY += 25 + Math.round(stage.random() * 10)
    const turn = event('wheel', wait(stage, 5, 9), { deltaY: 30, count: 1 })
    return [turn, event('scroll', wait(stage, 6, 10), { y: stage.scrollY, range: 20_000, count: 2 })]
  }).flat()
}

export const PROGRAM_ACTS: readonly Act[] = [programClick, scriptClick, programTyping, filling, jumping]
export const HAND_ACTS: readonly Act[] = [handClick, handTyping, pasting, wheeling]

function play(acts: readonly Act[], seed: number): NamedEvent[] {
  let state = seed >>> 0
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const stage: Stage = { at: 0, x: 300, y: 300, scrollY: 0, lengths: new Map(), random }
  return acts.flatMap((act, index) => act(stage, index))
}

const anySeed = fc.nat({ max: 2 ** 31 })

/** Any actions in any order, often with repetitions, because checks need several. */
export const anyActs: fc.Arbitrary<NamedEvent[]> = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom(...PROGRAM_ACTS, ...HAND_ACTS), fc.integer({ min: 1, max: 6 })), {
      minLength: 1,
      maxLength: 5,
    }),
    anySeed,
  )
  .map(([runs, seed]) =>
    play(
      runs.flatMap(([act, times]) => Array<Act>(times).fill(act)),
      seed,
    ),
  )

/** Actions of a person only, long enough to be distinguished from a program. */
export const anyHand: fc.Arbitrary<NamedEvent[]> = fc
  .tuple(
    fc.array(fc.constantFrom(handClick, handTyping, wheeling), { minLength: 12, maxLength: 20 }),
    anySeed,
  )
  .map(([acts, seed]) => play(acts, seed))

/** Actions of a program and then of a person: the events, and the index at which the person begins. */
export const anyWhitewash: fc.Arbitrary<{ readonly events: NamedEvent[]; readonly border: number }> = fc
  .tuple(
    fc.constantFrom(...PROGRAM_ACTS),
    fc.integer({ min: 4, max: 8 }),
    fc.array(fc.constantFrom(...HAND_ACTS), { minLength: 1, maxLength: 12 }),
    anySeed,
  )
  .map(([act, times, hand, seed]) => {
    const program = Array<Act>(times).fill(act)
    return { events: play([...program, ...hand], seed), border: play(program, seed).length }
  })
