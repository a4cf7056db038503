/** People who are often wronged by detectors, each as a script. None of them may be asked to prove anything. */
import type { DeviceReading } from '../../../src/contract/batch.ts'
import {
  COMPOSITION_KIND,
  INPUT_FLAGS,
  INPUT_KIND,
  KEY_FLAGS,
  POINTER,
  POINTER_FLAGS,
  UNTRUSTED,
} from '../../../src/contract/rows.ts'
import type { Labelled } from '../labelled.ts'
import {
  ANDROID_CHROME,
  BRAVE,
  LINUX_CHROMIUM,
  REMOTE_DESKTOP,
  RESISTING_FIREFOX,
  WINDOWS_CHROME,
} from './device.ts'
import { createHand, type Hand, type Target, type TypingHabits } from './hand.ts'

export interface Persona {
  readonly name: string
  readonly device: Labelled['device']
  readonly input: Labelled['input']
  readonly signals: DeviceReading['signals']
  /** Ticks of the clock that stamps its events: 10 on Linux, 1,000 where fingerprinting is resisted. */
  readonly gridTicks?: number
  /** Of the reading at submit, where it differs. */
  readonly atSubmit?: DeviceReading['signals']
  act(hand: Hand): void
}

const Q1: Target = { role: 'text', label: 'q1', box: [268, 116, 606, 116] }
const Q2: Target = { role: 'text', label: 'q2', box: [268, 420, 606, 116] }
const YES: Target = { role: 'choice', label: 'yes', box: [283, 294, 76, 28] }
const NO: Target = { role: 'choice', label: 'no', box: [383, 294, 76, 28] }
const OFTEN: Target = { role: 'choice', label: 'often', box: [283, 360, 98, 28] }
const SEND: Target = { role: 'button', label: 'Send', box: [268, 620, 111, 39] }
const FIELD: Target = { role: 'text', label: 'email', box: [268, 116, 300, 36] }

/** Long enough to be judged on, with capitals and stops. */
const ANSWER =
  'I like the quiet streets and the small park near my house because my kids can play there safely after school. ' +
  'The shops are close, the bus comes every ten minutes and Most of my neighbours have lived here for years. ' +
  'What I miss is a library. We had one until 2019, but it was closed and nobody knows when it will open again. ' +
  'If I could change one thing it would be the traffic in the morning, when everyone drives to the same school. '
const SHORT = 'No, I think that covers everything. Thank you!'

/** The same form filled with a mouse and a keyboard, as most people do. */
function fillForm(hand: Hand, typing: Partial<TypingHabits> = {}, holdMs?: number): void {
  const habits = holdMs === undefined ? {} : { holdMs }
  hand.press(Q1, habits)
  hand.type(Q1, ANSWER, typing)
  hand.press(YES, habits)
  hand.wheel(6)
  hand.press(OFTEN, habits)
  hand.wheel(5)
  hand.press(Q2, habits)
  hand.type(Q2, SHORT, typing)
  hand.press(SEND, habits)
}

/** Tab from field to field; the page follows the focus in jumps. */
function fillByKeyboard(hand: Hand, typing: Partial<TypingHabits>): void {
  hand.key('Tab')
  hand.type(Q1, ANSWER, typing)
  for (const [index, target] of [YES, OFTEN].entries()) {
    hand.key('Tab')
    hand.jump(600 * (index + 1))
    hand.wait(300)
    hand.key(' ')
    hand.activate(target)
    hand.wait(400)
  }
  hand.key('Tab')
  hand.jump(1_900)
  hand.type(Q2, SHORT, typing)
  hand.key('Tab')
  hand.jump(2_500)
  hand.wait(300)
  hand.key('Enter')
  hand.activate(SEND)
}

export const PERSONAS: readonly Persona[] = [
  {
    name: 'ordinary',
    device: 'desktop',
    input: 'mixed',
    signals: LINUX_CHROMIUM,
    gridTicks: 10,
    act: (hand) => fillForm(hand),
  },
  {
    name: 'keyboard only',
    device: 'desktop',
    input: 'keyboard',
    signals: WINDOWS_CHROME,
    act: (hand) => fillByKeyboard(hand, {}),
  },
  {
    name: 'screen reader clicking at the middle',
    device: 'desktop',
    input: 'mixed',
    signals: WINDOWS_CHROME,
    act(hand) {
      // The reader swallows its keys, routes the mouse to the middle and presses for no time at all.
      const routed = { holdMs: 1, centred: true, moves: false }
      for (const [index, target] of [Q1, YES, OFTEN, NO, Q2].entries()) {
        hand.jump(500 * (index + 1))
        hand.wait(1_500)
        hand.press(target, routed)
        if (target === Q1) hand.type(Q1, ANSWER)
        if (target === Q2) hand.type(Q2, SHORT)
        hand.wait(800)
      }
      hand.press(SEND, routed)
    },
  },
  {
    name: 'tremor',
    device: 'desktop',
    input: 'mixed',
    signals: WINDOWS_CHROME,
    act(hand) {
      for (const target of [Q1, YES, OFTEN, Q2]) {
        const [left, top, width, height] = target.box
        hand.moveTo(left + width * 0.6, top + height * 0.4, { wobblePx: 7 })
        hand.press(target, { holdMs: hand.random.between(150, 500) })
        if (target === Q1) hand.type(Q1, ANSWER, { paceMs: 320, mistakes: 0.15, holdMs: 180 })
        if (target === Q2) hand.type(Q2, SHORT, { paceMs: 320, mistakes: 0.15, holdMs: 180 })
        hand.wheel(3)
      }
      hand.press(SEND)
    },
  },
  {
    name: 'slow',
    device: 'desktop',
    input: 'mixed',
    signals: WINDOWS_CHROME,
    act: (hand) => fillForm(hand, { paceMs: 850, unevenness: 0.5, holdMs: 160, rollsOver: false }),
  },
  {
    name: 'very fast typist',
    device: 'desktop',
    input: 'mixed',
    signals: WINDOWS_CHROME,
    act: (hand) =>
      fillForm(hand, { paceMs: 68, unevenness: 0.3, holdMs: 75, wordStart: 1.2, mistakes: 0.01 }),
  },
  {
    name: 'one-handed',
    device: 'desktop',
    input: 'mixed',
    signals: WINDOWS_CHROME,
    act: (hand) =>
      fillForm(hand, { paceMs: 300, unevenness: 0.35, holdMs: 110, wordStart: 1.3, rollsOver: false }),
  },
  {
    name: 'switch device',
    device: 'desktop',
    input: 'keyboard',
    signals: WINDOWS_CHROME,
    // A scanning keyboard sends a key at every turn of its clock, and takes nothing back.
    act: (hand) =>
      fillByKeyboard(hand, {
        paceMs: 640,
        unevenness: 0.03,
        holdMs: 20,
        wordStart: 1,
        mistakes: 0,
        rollsOver: false,
      }),
  },
  {
    name: 'touch only',
    device: 'phone',
    input: 'touch',
    signals: ANDROID_CHROME,
    act(hand) {
      const byFinger = INPUT_FLAGS.touch | INPUT_FLAGS.noKey
      for (const target of [Q1, YES, OFTEN, Q2]) {
        hand.tap(target)
        hand.wait(900)
        if (target.role !== 'text') continue
        for (let word = 0; word < 25; word++) {
          hand.insert(
            target,
            6,
            word % 3 === 0 ? INPUT_KIND.insertReplacementText : INPUT_KIND.insertText,
            byFinger,
          )
          hand.wait(hand.random.between(300, 1_200))
        }
        hand.jump(400 * (target === Q1 ? 1 : 2))
      }
      hand.tap(SEND)
    },
  },
  {
    name: 'input method',
    device: 'desktop',
    input: 'mixed',
    signals: WINDOWS_CHROME,
    act(hand) {
      hand.press(Q1)
      for (let word = 0; word < 60; word++) {
        const field = hand.name(Q1)
        hand.push({
          type: 'composition',
          t: hand.now(),
          kind: COMPOSITION_KIND.start,
          length: 0,
          flags: 0,
          name: field,
        })
        for (let letter = 0; letter < 5; letter++) {
          hand.key('Process', KEY_FLAGS.composing)
          hand.insert(Q1, letter === 0 ? 1 : 0, INPUT_KIND.insertCompositionText, INPUT_FLAGS.composing)
        }
        hand.push({
          type: 'composition',
          t: hand.now(),
          kind: COMPOSITION_KIND.end,
          length: 2,
          flags: 0,
          name: field,
        })
        hand.wait(hand.random.between(100, 700))
      }
      hand.press(YES)
      hand.press(SEND)
    },
  },
  {
    name: 'dictation',
    device: 'desktop',
    input: 'mixed',
    signals: WINDOWS_CHROME,
    act(hand) {
      for (const target of [Q1, Q2]) {
        hand.press(target)
        for (let phrase = 0; phrase < 5; phrase++) {
          hand.insert(target, 34, INPUT_KIND.insertText, INPUT_FLAGS.noKey)
          hand.wait(hand.random.between(1_500, 4_000))
        }
      }
      hand.press(YES)
      hand.press(SEND)
    },
  },
  {
    name: 'password manager',
    device: 'desktop',
    input: 'mixed',
    signals: WINDOWS_CHROME,
    act(hand) {
      hand.wait(3_000)
      for (const label of ['email', 'name', 'street', 'city']) {
        hand.insert({ ...FIELD, label }, 24, INPUT_KIND.none, UNTRUSTED | INPUT_FLAGS.notInputEvent)
      }
      const untrusted = { type: 'click', t: hand.now(), x: 0, y: 0, detail: 0, flags: UNTRUSTED } as const
      const [rx, ry, rw, rh] = SEND.box
      hand.push({ ...untrusted, rx, ry, rw, rh, name: hand.name(SEND) })
      hand.wait(2_000)
      hand.press(Q1)
      hand.type(Q1, SHORT)
      hand.press(YES)
      hand.press(SEND)
    },
  },
  {
    name: 'paster of own notes',
    device: 'desktop',
    input: 'mixed',
    signals: WINDOWS_CHROME,
    act(hand) {
      for (const target of [Q1, Q2]) {
        hand.press(target)
        hand.leave(9_000)
        hand.wait(1_200)
        hand.paste(target, 420, 1_200)
      }
      hand.press(YES)
      hand.wheel(6)
      hand.press(OFTEN)
      hand.press(SEND)
    },
  },
  {
    name: 'remote desktop',
    device: 'remote',
    input: 'mixed',
    signals: REMOTE_DESKTOP,
    act(hand) {
      for (const target of [Q1, YES, OFTEN, NO, Q2, SEND]) {
        const [left, top, width, height] = target.box
        hand.moveTo(left + width * 0.4, top + height * 0.6, { everyMs: 109 })
        hand.wait(120)
        hand.press(target, { holdMs: hand.random.pick([0, 16, 78, 94]) })
        if (target === Q1) hand.type(Q1, ANSWER, { flags: KEY_FLAGS.noCode })
        if (target === Q2) hand.type(Q2, SHORT, { flags: KEY_FLAGS.noCode })
        hand.jump(500)
      }
    },
  },
  {
    name: 'privacy browser, coarse clock',
    device: 'desktop',
    input: 'mixed',
    signals: RESISTING_FIREFOX,
    gridTicks: 1_000,
    act: (hand) => fillForm(hand),
  },
  {
    name: 'privacy browser, blurred signals',
    device: 'desktop',
    input: 'mixed',
    signals: BRAVE,
    act: (hand) => fillForm(hand),
  },
  {
    name: 'developer tools open',
    device: 'desktop',
    input: 'mixed',
    gridTicks: 10,
    signals: { ...LINUX_CHROMIUM, runtime_probe: 1, inner: [820, 633], window_extra: 2 },
    atSubmit: { runtime_probe: 1 },
    act: (hand) => fillForm(hand),
  },
  {
    name: 'tapping a touchpad',
    device: 'desktop',
    input: 'mixed',
    signals: WINDOWS_CHROME,
    act: (hand) => fillForm(hand, {}, 1),
  },
  {
    name: 'drumming on the space bar',
    device: 'desktop',
    input: 'mixed',
    signals: WINDOWS_CHROME,
    act(hand) {
      fillForm(hand)
      hand.press(Q1)
      hand.type(Q1, ' '.repeat(80), { paceMs: 220, unevenness: 0.04, wordStart: 1, mistakes: 0 })
      hand.press(SEND)
    },
  },
  {
    name: 'pen',
    device: 'desktop',
    input: 'touch',
    signals: WINDOWS_CHROME,
    act(hand) {
      for (const target of [Q1, YES, OFTEN, NO, Q2]) {
        const [left, top, width, height] = target.box
        const place = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) }
        const flags = POINTER.pen << POINTER_FLAGS.kindShift
        const common = { ...place, width: 1, height: 1, button: 0, pointer: 2, flags }
        const [rx, ry, rw, rh] = target.box
        hand.push({
          type: 'down',
          t: hand.now(),
          pressure: 40,
          ...common,
          rx,
          ry,
          rw,
          rh,
          name: hand.name(target),
        })
        hand.wait(80)
        hand.push({ type: 'up', t: hand.now(), pressure: 0, ...common })
        hand.wait(900)
      }
      hand.type(Q1, ANSWER)
    },
  },
]

export function playPersona(persona: Persona, index: number): Labelled {
  const hand = createHand(1_000 + index, persona.gridTicks)
  hand.read({ at: 'load', signals: persona.signals })
  hand.read({
    at: 'submit',
    signals: persona.atSubmit ?? { webdriver: false, driver_globals: [], runtime_probe: 0 },
  })
  persona.act(hand)
  return {
    kind: 'person',
    source: 'personas',
    family: 'personas',
    who: persona.name,
    name: `personas/${persona.name}`,
    input: persona.input,
    device: persona.device,
    session: hand.finish(`persona-${index}`),
  }
}

export function* readPersonas(): Generator<Labelled> {
  for (const [index, persona] of PERSONAS.entries()) yield playPersona(persona, index)
}
