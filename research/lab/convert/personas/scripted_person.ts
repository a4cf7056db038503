/** Writes the events that a person with given habits would cause, with human irregularity. */
import type { DeviceReading, NameRole } from '../../../../src/contract/batch/batch.ts'
import type { RecordedSession } from '../../../../src/contract/batch/recording.ts'
import {
  ATTENTION_KIND,
  CLICK_FLAGS,
  CLIPBOARD_KIND,
  FIELD_KIND,
  INPUT_KIND,
  KEY_CLASS,
  KEY_FLAGS,
  POINTER,
  POINTER_FLAGS,
  type SessionEvent,
} from '../../../../src/contract/batch/rows.ts'
import { type SeededRandom, seededRandom } from '../../../seeded_random.ts'
import { classOfKey } from '../keys.ts'
import { createTape } from '../tape.ts'

export interface Target {
  readonly role: NameRole
  readonly label: string
  /** left, top, width, height in the viewport. */
  readonly box: readonly [number, number, number, number]
}

/** Typing habits. Times in milliseconds. */
export interface TypingHabits {
  readonly paceMs: number
  /** Standard deviation of the logarithm of a pause. */
  readonly unevenness: number
  readonly holdMs: number
  /** Factor by which the first letter of a word takes longer. */
  readonly wordStart: number
  /** Share of letters that are mistyped and corrected. */
  readonly mistakes: number
  /** Presses the next key before releasing the last one. */
  readonly rollsOver: boolean
  readonly flags: number
}

export const ORDINARY_TYPING: TypingHabits = {
  paceMs: 150,
  unevenness: 0.45,
  holdMs: 95,
  wordStart: 1.6,
  mistakes: 0.04,
  rollsOver: true,
  flags: 0,
}

export interface ScriptedPerson {
  readonly random: SeededRandom
  wait(ms: number): void
  /** Moves along a curved, shaky path that slows down at the end. */
  moveTo(x: number, y: number, habits?: { readonly wobblePx?: number; readonly everyMs?: number }): void
  /** Places the pointer without any move events. */
  appearAt(x: number, y: number): void
  press(
    target: Target,
    habits?: { readonly holdMs?: number; readonly centered?: boolean; readonly moves?: boolean },
  ): void
  tap(target: Target): void
  /** A click without a pointer: Space, Enter. */
  activate(target: Target): void
  /** A press by accessibility action, as recorded with Chromium 156: focus first, no pressure, no device, no source. */
  act(target: Target): void
  key(name: string, flags?: number): void
  type(target: Target, text: string, habits?: Partial<TypingHabits>): void
  /** Inserts text without key events. */
  insert(target: Target, chars: number, kind: number, flags: number): void
  paste(target: Target, chars: number, sinceReturnMs: number): void
  leave(ms: number): void
  wheel(notches: number): void
  /** Sets the scroll position at once. */
  jump(y: number): void
  push(event: SessionEvent): void
  now(): number
  name(target: Target): number
  read(reading: DeviceReading): void
  finish(id: string): RecordedSession
}

/**
 * `gridTicks`: the clock resolution of event times, set by the system or the browser.
 * `pointerFlags`: flags of every mouse event.
 */
export function createScriptedPerson(seed: number, gridTicks = 1, pointerFlags = 0): ScriptedPerson {
  const random = seededRandom(seed)
  const tape = createTape()
  let t = 10_000
  let x = 300
  let y = 200
  let scrollY = 0
  const values = new Map<number, number>()
  let lastKey = ''

  const at = (): number => Math.round(t / gridTicks) * gridTicks
  const wait = (ms: number): void => {
    t += ms * 10
  }
  const name = ({ role, label }: Target): number => tape.name(role, label)
  const mouse = (POINTER.mouse << POINTER_FLAGS.kindShift) | pointerFlags

  function moveTo(toX: number, toY: number, { wobblePx = 1, everyMs = 16.7 } = {}): void {
    const distance = Math.hypot(toX - x, toY - y)
    if (distance < 2) return
    const duration = (250 + 140 * Math.log2(1 + distance / 40)) * random.between(0.8, 1.4)
    const steps = Math.max(3, Math.round(duration / everyMs))
    const bow = random.between(-0.12, 0.12)
    const skew = random.between(0.35, 0.6)
    const [fromX, fromY] = [x, y]
    for (let step = 1; step <= steps; step++) {
      const time = (step / steps) ** skew
      const share = time ** 2 * (3 - 2 * time)
      const aside = bow * 4 * share * (1 - share)
      wait(everyMs * random.between(0.9, 1.1))
      x = Math.round(fromX + (toX - fromX) * share - (toY - fromY) * aside + wobblePx * random.normal())
      y = Math.round(fromY + (toY - fromY) * share + (toX - fromX) * aside + wobblePx * random.normal())
      tape.push({
        type: 'move',
        t: at(),
        x,
        y,
        coalesced: 1 + Math.floor(random.between(0, 3)),
        flags: mouse,
      })
    }
  }

  function contact(target: Target, flags: number) {
    const [rx, ry, rw, rh] = target.box
    return { rx, ry, rw, rh, name: name(target), flags }
  }

  function pressAt(target: Target, holdMs: number, flags: number): void {
    const touch = { width: 1, height: 1, button: 0, pointer: 1 }
    tape.push({
      type: 'down',
      t: at(),
      x,
      y,
      pressure: 50,
      ...touch,
      ...contact(target, flags | POINTER_FLAGS.pressed),
    })
    wait(holdMs)
    tape.push({ type: 'up', t: at(), x, y, pressure: 0, ...touch, flags })
    const clickFlags = flags | CLICK_FLAGS.pageFocused | CLICK_FLAGS.userActive
    tape.push({ type: 'click', t: at(), x, y, detail: 1, ...contact(target, clickFlags) })
    wait(random.between(40, 120))
  }

  function insertion(target: Target, chars: number, kind: number, flags: number): void {
    const field = name(target)
    const value = (values.get(field) ?? 0) + chars
    values.set(field, value)
    tape.push({
      type: 'input',
      t: at(),
      kind,
      length: Math.max(0, chars),
      value,
      caret: value,
      flags,
      name: field,
    })
  }

  function keyDown(key: string, flags: number, slot: number, field: number): void {
    const same = key === lastKey ? KEY_FLAGS.same : 0
    lastKey = key
    tape.push({ type: 'keydown', t: at(), class: classOfKey(key), flags: flags | same, slot, name: field })
  }

  function write(target: Target, key: string, habits: TypingHabits, slot: number): void {
    const shifted = key !== key.toLowerCase() || '!?:"()'.includes(key)
    const flags = habits.flags | (shifted ? KEY_FLAGS.needsShift | KEY_FLAGS.shift : 0)
    keyDown(key, flags, slot, name(target))
    const t0 = t
    insertion(target, 1, INPUT_KIND.insertText, 0)
    t = t0 + habits.holdMs * Math.exp(0.22 * random.normal()) * 10
    tape.push({ type: 'keyup', t: at(), class: classOfKey(key), flags: habits.flags, slot })
    t = t0
  }

  function takeBack(target: Target, habits: TypingHabits): void {
    keyDown('Backspace', habits.flags, 9, name(target))
    insertion(target, -1, INPUT_KIND.deleteContentBackward, 0)
    wait(habits.holdMs)
    tape.push({ type: 'keyup', t: at(), class: KEY_CLASS.backspace, flags: habits.flags, slot: 9 })
  }

  return {
    random,
    wait,
    moveTo,
    appearAt(toX, toY) {
      x = Math.round(toX)
      y = Math.round(toY)
      tape.push({ type: 'move', t: at(), x, y, coalesced: 1, flags: mouse })
    },
    press(target, { holdMs = random.between(60, 130), centered = false, moves = true } = {}) {
      const [left, top, width, height] = target.box
      const off = (size: number): number =>
        centered ? 0 : Math.max(-0.45, Math.min(0.45, 0.17 * random.normal() - 0.1)) * size
      const [toX, toY] = [left + width / 2 + off(width), top + height / 2 + off(height)]
      if (moves) moveTo(toX, toY)
      else this.appearAt(toX, toY)
      wait(random.between(60, 220))
      pressAt(target, holdMs, mouse)
    },
    tap(target) {
      const [left, top, width, height] = target.box
      x = Math.round(left + width * random.between(0.2, 0.8))
      y = Math.round(top + height * random.between(0.2, 0.8))
      pressAt(target, random.between(50, 110), POINTER.touch << POINTER_FLAGS.kindShift)
    },
    activate(target) {
      const flags = CLICK_FLAGS.virtual | CLICK_FLAGS.pageFocused | CLICK_FLAGS.userActive
      tape.push({ type: 'click', t: at(), x: 0, y: 0, detail: 0, ...contact(target, flags) })
    },
    act(target) {
      const [left, top, width, height] = target.box
      const [atX, atY] = [Math.round(left + width / 2), Math.round(top + height / 2)]
      const place = { x: atX, y: atY, pressure: 0, width: 1, height: 1, button: 0, pointer: 1 }
      const flags = POINTER.mouse << POINTER_FLAGS.kindShift
      tape.push({ type: 'field', t: at(), kind: FIELD_KIND.in, flags: 0, name: name(target) })
      wait(0.7)
      const downFlags = flags | POINTER_FLAGS.pressed | POINTER_FLAGS.noDevice
      tape.push({ type: 'down', t: at(), ...place, ...contact(target, downFlags) })
      wait(0.5)
      tape.push({ type: 'up', t: at(), ...place, flags })
      const clickFlags = flags | CLICK_FLAGS.pageFocused | CLICK_FLAGS.userActive | CLICK_FLAGS.noSource
      tape.push({ type: 'click', t: at(), x: atX, y: atY, detail: 1, ...contact(target, clickFlags) })
    },
    key(key, flags = 0) {
      keyDown(key, flags, 0, -1)
      wait(random.between(50, 120))
      tape.push({ type: 'keyup', t: at(), class: classOfKey(key), flags, slot: 0 })
      wait(random.between(80, 200))
    },
    type(target, text, given = {}) {
      const habits = { ...ORDINARY_TYPING, ...given }
      let slot = 0
      let before = ' '
      for (const key of text) {
        const start = before === ' ' ? habits.wordStart : 1
        const thought = random.chance(0.02) ? random.between(600, 1_800) : 0
        const pause = habits.paceMs * start * Math.exp(habits.unevenness * random.normal())
        wait(habits.rollsOver ? pause : Math.max(pause, habits.holdMs * 1.1))
        wait(thought)
        slot = (slot + 1) % 3
        if (random.chance(habits.mistakes)) {
          write(target, 'x', habits, slot)
          wait(habits.paceMs * random.between(1.2, 3))
          takeBack(target, habits)
          wait(habits.paceMs * random.between(0.8, 2))
        }
        write(target, key, habits, slot)
        before = key
      }
      wait(habits.paceMs * 2)
    },
    insert(target, chars, kind, flags) {
      insertion(target, chars, kind, flags)
    },
    paste(target, chars, sinceReturn) {
      tape.push({
        type: 'clipboard',
        t: at(),
        kind: CLIPBOARD_KIND.paste,
        length: chars,
        sinceReturn,
        flags: 0,
        name: name(target),
      })
      insertion(target, chars, INPUT_KIND.insertFromPaste, 0)
      wait(300)
    },
    leave(ms) {
      tape.push({ type: 'attention', t: at(), kind: ATTENTION_KIND.blur })
      tape.push({ type: 'attention', t: at(), kind: ATTENTION_KIND.hidden })
      wait(ms)
      tape.push({ type: 'attention', t: at(), kind: ATTENTION_KIND.visible })
      tape.push({ type: 'attention', t: at(), kind: ATTENTION_KIND.focus })
    },
    wheel(notches) {
      for (let notch = 0; notch < notches; notch++) {
        tape.push({ type: 'wheel', t: at(), deltaX: 0, deltaY: 120, mode: 0, count: 1, flags: 0 })
        for (let frame = 0; frame < 7; frame++) {
          wait(16.7)
          scrollY += 17
          tape.push({ type: 'scroll', t: at(), y: Math.round(scrollY), range: 3_000, count: 1, flags: 0 })
        }
        wait(random.between(40, 160))
      }
      wait(300)
      tape.push({ type: 'frames', t: at(), count: 30, median: 167, longest: 334 })
    },
    jump(toY) {
      scrollY = toY
      tape.push({ type: 'scroll', t: at(), y: toY, range: 3_000, count: 1, flags: 0 })
    },
    push: (event) => tape.push(event),
    now: at,
    name,
    read: (reading) => tape.read(reading),
    finish: (id) => tape.finish(id),
  }
}
