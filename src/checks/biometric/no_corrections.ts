/**
 * no_corrections: "Text entered without corrections or backspaces" (spec 2.3).
 *
 * Why it works: people mistype and change their minds. Of 944 essayists, 0.1 % wrote their first 400 characters
 * without taking anything back.
 *
 * Whom it must not accuse: people who copy a short text carefully (17 % of 60-character sentences have no
 * correction), and people whose keyboard corrects for them: touch, swipe, input methods, dictation.
 */
import type { SessionFeatures } from '../../features/session/session.ts'
import { detected, notDetected, type SessionCheck, unknown } from '../check.ts'

/** Free writers without any correction: 1.5 % at 200 characters, 0.2 % at 300, 0.1 % at 400, none at 500. */
const MIN_TYPED = 400

/** A text to which something other than keys added more than this is not all typed. */
const MAX_OTHER_SHARE = 0.05

export const noCorrections: SessionCheck<Pick<SessionFeatures, 'typing'>> = {
  name: 'no_corrections',
  meaning: 'Text entered without corrections or backspaces',

  thresholds: { typed: MIN_TYPED, other_share: MAX_OTHER_SHARE },

  measure: ({ typing: { typed, corrections, otherChars } }) => ({
    typed,
    corrections,
    other_chars: otherChars,
  }),

  run({ typing: { typed, corrections, otherChars } }) {
    if (corrections > 0) return notDetected(`${corrections} corrections in ${typed} typed characters`)
    if (otherChars > MAX_OTHER_SHARE * typed) {
      return unknown(`${otherChars} characters came through an input method, a touch keyboard or dictation`)
    }
    if (typed < MIN_TYPED) return unknown(`${typed} characters typed, ${MIN_TYPED} needed`)
    return detected(1, `no correction in ${typed} typed characters`)
  },
}
