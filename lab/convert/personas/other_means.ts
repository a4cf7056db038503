/** People whose text comes by other means than keys of their own. */
import {
  COMPOSITION_KIND,
  INPUT_FLAGS,
  INPUT_KIND,
  KEY_FLAGS,
  UNTRUSTED,
} from '../../../src/contract/rows.ts'
import { ANDROID_CHROME, WINDOWS_CHROME } from './device.ts'
import { FIELD, OFTEN, Q1, Q2, SEND, SHORT, YES } from './form.ts'
import type { Persona } from './persona.ts'

export const BY_OTHER_MEANS: readonly Persona[] = [
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
]
