/** People whose text does not come from a keyboard. */
import {
  COMPOSITION_KIND,
  INPUT_FLAGS,
  INPUT_KIND,
  KEY_FLAGS,
  UNTRUSTED,
} from '../../../../src/contract/batch/rows.ts'
import { ANDROID_CHROME, WINDOWS_CHROME } from './device.ts'
import { FIELD, OFTEN, Q1, Q2, SEND, SHORT, YES } from './form.ts'
import type { Persona } from './persona.ts'

export const BY_OTHER_MEANS: readonly Persona[] = [
  {
    name: 'touch only',
    device: 'phone',
    input: 'touch',
    signals: ANDROID_CHROME,
    act(person) {
      const byFinger = INPUT_FLAGS.touch | INPUT_FLAGS.noKey
      for (const target of [Q1, YES, OFTEN, Q2]) {
        person.tap(target)
        person.wait(900)
        if (target.role !== 'text') continue
        for (let word = 0; word < 25; word++) {
          person.insert(
            target,
            6,
            word % 3 === 0 ? INPUT_KIND.insertReplacementText : INPUT_KIND.insertText,
            byFinger,
          )
          person.wait(person.random.between(300, 1_200))
        }
        person.jump(400 * (target === Q1 ? 1 : 2))
      }
      person.tap(SEND)
    },
  },
  {
    name: 'input method',
    device: 'desktop',
    input: 'mixed',
    signals: WINDOWS_CHROME,
    act(person) {
      person.press(Q1)
      for (let word = 0; word < 60; word++) {
        const field = person.name(Q1)
        person.push({
          type: 'composition',
          t: person.now(),
          kind: COMPOSITION_KIND.start,
          length: 0,
          flags: 0,
          name: field,
        })
        for (let letter = 0; letter < 5; letter++) {
          person.key('Process', KEY_FLAGS.composing)
          person.insert(Q1, letter === 0 ? 1 : 0, INPUT_KIND.insertCompositionText, INPUT_FLAGS.composing)
        }
        person.push({
          type: 'composition',
          t: person.now(),
          kind: COMPOSITION_KIND.end,
          length: 2,
          flags: 0,
          name: field,
        })
        person.wait(person.random.between(100, 700))
      }
      person.press(YES)
      person.press(SEND)
    },
  },
  {
    name: 'dictation',
    device: 'desktop',
    input: 'mixed',
    signals: WINDOWS_CHROME,
    act(person) {
      for (const target of [Q1, Q2]) {
        person.press(target)
        for (let phrase = 0; phrase < 5; phrase++) {
          person.insert(target, 34, INPUT_KIND.insertText, INPUT_FLAGS.noKey)
          person.wait(person.random.between(1_500, 4_000))
        }
      }
      person.press(YES)
      person.press(SEND)
    },
  },
  {
    name: 'password manager',
    device: 'desktop',
    input: 'mixed',
    signals: WINDOWS_CHROME,
    act(person) {
      person.wait(3_000)
      for (const label of ['email', 'name', 'street', 'city']) {
        person.insert({ ...FIELD, label }, 24, INPUT_KIND.none, UNTRUSTED | INPUT_FLAGS.notInputEvent)
      }
      const untrusted = { type: 'click', t: person.now(), x: 0, y: 0, detail: 0, flags: UNTRUSTED } as const
      const [rx, ry, rw, rh] = SEND.box
      person.push({ ...untrusted, rx, ry, rw, rh, name: person.name(SEND) })
      person.wait(2_000)
      person.press(Q1)
      person.type(Q1, SHORT)
      person.press(YES)
      person.press(SEND)
    },
  },
  {
    name: 'paster of own notes',
    device: 'desktop',
    input: 'mixed',
    signals: WINDOWS_CHROME,
    act(person) {
      for (const target of [Q1, Q2]) {
        person.press(target)
        person.leave(9_000)
        person.wait(1_200)
        person.paste(target, 420, 1_200)
      }
      person.press(YES)
      person.wheel(6)
      person.press(OFTEN)
      person.press(SEND)
    },
  },
]
