/**
 * external_input: "User left the tab and pasted input after returning" (spec 2.3).
 *
 * Why it works: it states a fact: the tab was left, and foreign text was pasted soon after the return.
 *
 * Whom it must not accuse: people who paste what they had copied on this very page, or a code, a name, an address.
 * It weighs little: people look things up, and keep notes.
 */
import { ANSWER_CHARS } from '../../features/session/attention.ts'
import type { SessionFeatures } from '../../features/session/session.ts'
import { detected, notDetected, type SessionCheck, unknown } from '../check.ts'

/** Fewer typed characters and no paste: there was no text to bring in. */
const MIN_TYPED = 20

export const externalInput: SessionCheck<Pick<SessionFeatures, 'attention' | 'typing'>> = {
  name: 'external_input',
  meaning: 'User left the tab and pasted input after returning',

  thresholds: { pasted_chars: ANSWER_CHARS, typed: MIN_TYPED },

  measure: ({ attention, typing }) => ({
    returns: attention.returns,
    pastes: attention.pastes,
    pastes_after_return: attention.pastesAfterReturn,
    pasted_chars: attention.charsAfterReturn,
    typed: typing.typed + typing.otherChars,
  }),

  run({ attention, typing }) {
    const { pastesAfterReturn, charsAfterReturn, pastes, returns } = attention
    if (pastesAfterReturn > 0) {
      return detected(
        1,
        `${charsAfterReturn} characters pasted in ${pastesAfterReturn} pastes after returning to the tab`,
      )
    }
    if (pastes === 0 && typing.typed + typing.otherChars < MIN_TYPED) {
      return unknown('no text was entered')
    }
    return notDetected(
      `${pastes} pastes and ${returns} returns, none followed by ${ANSWER_CHARS} pasted characters`,
    )
  },
}
