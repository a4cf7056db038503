/**
 * no_corrections: "Text entered without corrections or backspaces".
 *
 * Why it works: people mistype and change their minds. Of 944 essay writers, 0.1% typed their first 400 characters
 * without a correction.
 *
 * Must not flag: people who copy a short text carefully (17% of 60-character sentences have no correction), and
 * people whose keyboard corrects for them: touch, swipe, input methods, dictation.
 */
import type { SessionFeatures } from '../../features/session/session.ts'
import { detected, notDetected, type SessionCheck, unknown } from '../check.ts'
import { counted, tooFew } from '../sentence.ts'

/** Essay writers without any correction: 1.5% at 200 characters, 0.2% at 300, 0.1% at 400, none at 500. */
const MIN_TYPED = 400

/** If a larger share came from something other than keys, the text is not all typed. */
const MAX_OTHER_SHARE = 0.05

export const noCorrections: SessionCheck<Pick<SessionFeatures, 'typing'>> = {
  name: 'no_corrections',
  reason: {
    observed: 'Text was typed without a single correction',
    subject: 'corrections while typing',
  },

  thresholds: { typed: MIN_TYPED, other_share: MAX_OTHER_SHARE },

  measure: ({ typing: { typed, corrections, otherChars } }) => ({
    typed,
    corrections,
    other_chars: otherChars,
  }),

  concerns: (event) => event.type === 'input' && event.length > 0,

  run({ typing: { typed, corrections, otherChars } }) {
    if (corrections > 0)
      return notDetected(`${counted(corrections, 'correction')} in ${counted(typed, 'typed character')}.`)
    if (otherChars > MAX_OTHER_SHARE * typed) {
      return unknown(
        `${counted(otherChars, 'character')} came from an input method editor (IME), a touch keyboard or dictation.`,
      )
    }
    if (typed < MIN_TYPED) return unknown(tooFew(typed, MIN_TYPED, 'typed character'))
    return detected(1, `No corrections in ${typed} typed characters.`)
  },
}
