/** People who are often wronged by detectors, each as a script. None of them may be asked to prove anything. */
import { KEY_FLAGS, POINTER, POINTER_FLAGS } from '../../../src/contract/rows.ts'
import { completed } from '../completed.ts'
import type { Labelled } from '../labelled.ts'
import { BRAVE, LINUX_CHROMIUM, REMOTE_DESKTOP, RESISTING_FIREFOX, WINDOWS_CHROME } from './device.ts'
import { ANSWER, fillByKeyboard, fillForm, NO, OFTEN, Q1, Q2, SEND, SHORT, YES } from './form.ts'
import { createHand } from './hand.ts'
import { BY_OTHER_MEANS } from './other_means.ts'
import type { Persona } from './persona.ts'

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
  ...BY_OTHER_MEANS,
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
    // Chromium stamps input there when it reads it, and places it between pixels.
    name: 'Wayland desktop',
    device: 'desktop',
    input: 'mixed',
    signals: LINUX_CHROMIUM,
    pointerFlags: POINTER_FLAGS.fractional,
    act: (hand) => fillForm(hand),
  },
  {
    name: 'Wayland desktop, developer tools open',
    device: 'desktop',
    input: 'mixed',
    signals: { ...LINUX_CHROMIUM, runtime_probe: 3 },
    atSubmit: { webdriver: false, driver_globals: [], runtime_probe: 3 },
    pointerFlags: POINTER_FLAGS.fractional,
    act: (hand) => fillForm(hand),
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
  const hand = createHand(1_000 + index, persona.gridTicks, persona.pointerFlags)
  hand.read({ at: 'load', signals: persona.signals })
  hand.read({
    at: 'submit',
    signals: persona.atSubmit ?? { webdriver: false, driver_globals: [], runtime_probe: 0 },
  })
  persona.act(hand)
  const recorded = hand.finish(`persona-${index}`)
  return {
    kind: 'person',
    source: 'personas',
    family: 'personas',
    who: persona.name,
    name: `personas/${persona.name}`,
    input: persona.input,
    device: persona.device,
    session: { ...recorded, batches: completed(recorded.batches) },
  }
}

export function* readPersonas(): Generator<Labelled> {
  for (const [index, persona] of PERSONAS.entries()) yield playPersona(persona, index)
}
