/**
 * Scripted people of groups that detectors often flag by mistake. Byhand must accept each of them without review.
 */
import { KEY_FLAGS, POINTER, POINTER_FLAGS } from '../../../../src/contract/batch/rows.ts'
import { completed } from '../completed.ts'
import type { Labeled } from '../labeled.ts'
import { BRAVE, LINUX_CHROMIUM, REMOTE_DESKTOP, RESISTING_FIREFOX, WINDOWS_CHROME } from './device.ts'
import { ANSWER, fillByKeyboard, fillForm, NO, OFTEN, Q1, Q2, SEND, SHORT, YES } from './form.ts'
import { BY_OTHER_MEANS } from './other_means.ts'
import type { Persona } from './persona.ts'
import { createScriptedPerson } from './scripted_person.ts'

export const PERSONAS: readonly Persona[] = [
  {
    name: 'ordinary',
    device: 'desktop',
    input: 'mixed',
    signals: LINUX_CHROMIUM,
    gridTicks: 10,
    act: (person) => fillForm(person),
  },
  {
    name: 'keyboard only',
    device: 'desktop',
    input: 'keyboard',
    signals: WINDOWS_CHROME,
    act: (person) => fillByKeyboard(person, {}),
  },
  {
    name: 'screen reader pressing by accessibility action',
    device: 'desktop',
    input: 'mixed',
    signals: WINDOWS_CHROME,
    act(person) {
      // The screen reader consumes its keys. Moving the focus scrolls the page.
      for (const [index, target] of [Q1, YES, OFTEN, NO, Q2, SEND].entries()) {
        person.wait(person.random.between(900, 4_200))
        person.act(target)
        person.jump(500 * (index + 1))
        if (target === Q1) person.type(Q1, ANSWER)
        if (target === Q2) person.type(Q2, SHORT)
      }
    },
  },
  {
    name: 'screen reader clicking at the middle',
    device: 'desktop',
    input: 'mixed',
    signals: WINDOWS_CHROME,
    act(person) {
      // Without an accessibility action, it moves the mouse to the middle and releases the button at once.
      const routed = { holdMs: 1, centered: true, moves: false }
      for (const [index, target] of [Q1, YES, OFTEN, NO, Q2].entries()) {
        person.jump(500 * (index + 1))
        person.wait(1_500)
        person.press(target, routed)
        if (target === Q1) person.type(Q1, ANSWER)
        if (target === Q2) person.type(Q2, SHORT)
        person.wait(800)
      }
      person.press(SEND, routed)
    },
  },
  {
    name: 'tremor',
    device: 'desktop',
    input: 'mixed',
    signals: WINDOWS_CHROME,
    act(person) {
      for (const target of [Q1, YES, OFTEN, Q2]) {
        const [left, top, width, height] = target.box
        person.moveTo(left + width * 0.6, top + height * 0.4, { wobblePx: 7 })
        person.press(target, { holdMs: person.random.between(150, 500) })
        if (target === Q1) person.type(Q1, ANSWER, { paceMs: 320, mistakes: 0.15, holdMs: 180 })
        if (target === Q2) person.type(Q2, SHORT, { paceMs: 320, mistakes: 0.15, holdMs: 180 })
        person.wheel(3)
      }
      person.press(SEND)
    },
  },
  {
    name: 'slow',
    device: 'desktop',
    input: 'mixed',
    signals: WINDOWS_CHROME,
    act: (person) => fillForm(person, { paceMs: 850, unevenness: 0.5, holdMs: 160, rollsOver: false }),
  },
  {
    name: 'very fast typist',
    device: 'desktop',
    input: 'mixed',
    signals: WINDOWS_CHROME,
    // The fastest of 901 typists, and the most even of the twelve fastest.
    act: (person) =>
      fillForm(person, { paceMs: 74, unevenness: 0.43, holdMs: 75, wordStart: 1.2, mistakes: 0.01 }),
  },
  {
    name: 'one-handed',
    device: 'desktop',
    input: 'mixed',
    signals: WINDOWS_CHROME,
    act: (person) =>
      fillForm(person, { paceMs: 300, unevenness: 0.35, holdMs: 110, wordStart: 1.3, rollsOver: false }),
  },
  {
    name: 'switch device',
    device: 'desktop',
    input: 'keyboard',
    signals: WINDOWS_CHROME,
    // A scanning keyboard sends a key at every tick of its clock and makes no corrections.
    act: (person) =>
      fillByKeyboard(person, {
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
    act(person) {
      for (const target of [Q1, YES, OFTEN, NO, Q2, SEND]) {
        const [left, top, width, height] = target.box
        person.moveTo(left + width * 0.4, top + height * 0.6, { everyMs: 109 })
        person.wait(120)
        person.press(target, { holdMs: person.random.pick([0, 16, 78, 94]) })
        if (target === Q1) person.type(Q1, ANSWER, { flags: KEY_FLAGS.noCode })
        if (target === Q2) person.type(Q2, SHORT, { flags: KEY_FLAGS.noCode })
        person.jump(500)
      }
    },
  },
  {
    name: 'privacy browser, coarse clock',
    device: 'desktop',
    input: 'mixed',
    signals: RESISTING_FIREFOX,
    gridTicks: 1_000,
    act: (person) => fillForm(person),
  },
  {
    name: 'privacy browser, blurred signals',
    device: 'desktop',
    input: 'mixed',
    signals: BRAVE,
    act: (person) => fillForm(person),
  },
  {
    name: 'developer tools open',
    device: 'desktop',
    input: 'mixed',
    gridTicks: 10,
    signals: { ...LINUX_CHROMIUM, runtime_probe: 1, inner: [820, 633], window_extra: 2 },
    atSubmit: { runtime_probe: 1 },
    act: (person) => fillForm(person),
  },
  {
    name: 'tapping a touchpad',
    device: 'desktop',
    input: 'mixed',
    signals: WINDOWS_CHROME,
    act: (person) => fillForm(person, {}, 1),
  },
  {
    // On Wayland, Chromium timestamps input when it reads it, and positions are fractional pixels.
    name: 'Wayland desktop',
    device: 'desktop',
    input: 'mixed',
    signals: LINUX_CHROMIUM,
    pointerFlags: POINTER_FLAGS.fractional,
    act: (person) => fillForm(person),
  },
  {
    name: 'Wayland desktop, developer tools open',
    device: 'desktop',
    input: 'mixed',
    signals: { ...LINUX_CHROMIUM, runtime_probe: 3 },
    atSubmit: { webdriver: false, driver_globals: [], runtime_probe: 3 },
    pointerFlags: POINTER_FLAGS.fractional,
    act: (person) => fillForm(person),
  },
  {
    name: 'drumming on the space bar',
    device: 'desktop',
    input: 'mixed',
    signals: WINDOWS_CHROME,
    act(person) {
      fillForm(person)
      person.press(Q1)
      person.type(Q1, ' '.repeat(80), { paceMs: 220, unevenness: 0.04, wordStart: 1, mistakes: 0 })
      person.press(SEND)
    },
  },
  {
    name: 'pen',
    device: 'desktop',
    input: 'touch',
    signals: WINDOWS_CHROME,
    act(person) {
      for (const target of [Q1, YES, OFTEN, NO, Q2]) {
        const [left, top, width, height] = target.box
        const place = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) }
        const flags = POINTER.pen << POINTER_FLAGS.kindShift
        const common = { ...place, width: 1, height: 1, button: 0, pointer: 2, flags }
        const [rx, ry, rw, rh] = target.box
        person.push({
          type: 'down',
          t: person.now(),
          pressure: 40,
          ...common,
          rx,
          ry,
          rw,
          rh,
          name: person.name(target),
        })
        person.wait(80)
        person.push({ type: 'up', t: person.now(), pressure: 0, ...common })
        person.wait(900)
      }
      person.type(Q1, ANSWER)
    },
  },
]

export function playPersona(persona: Persona, index: number): Labeled {
  const person = createScriptedPerson(1_000 + index, persona.gridTicks, persona.pointerFlags)
  person.read({ at: 'load', signals: persona.signals })
  person.read({
    at: 'submit',
    signals: persona.atSubmit ?? { webdriver: false, driver_globals: [], runtime_probe: 0 },
  })
  persona.act(person)
  const recorded = person.finish(`persona-${index}`)
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

export function* readPersonas(): Generator<Labeled> {
  for (const [index, persona] of PERSONAS.entries()) yield playPersona(persona, index)
}
