/**
 * external_input: "User left the tab and pasted input after returning".
 *
 * Why it works: it states a fact: the user left the tab, and pasted text from elsewhere soon after returning.
 *
 * Must not flag: people who paste text they copied on this very page, or a code, a name, an address. Its weight is
 * low, because people look things up and keep notes.
 */
import { CLIPBOARD_KIND } from '../../contract/batch/rows.ts'
import { ANSWER_CHARS } from '../../features/session/attention.ts'
import type { SessionFeatures } from '../../features/session/session.ts'
import { detected, notDetected, type SessionCheck, unknown } from '../check.ts'
import { counted } from '../sentence.ts'

/** With fewer typed characters and no paste there is no text to examine. */
const MIN_TYPED = 20

export const externalInput: SessionCheck<Pick<SessionFeatures, 'attention' | 'typing'>> = {
  name: 'external_input',
  needsLittle: true,
  reason: {
    observed: 'Text was pasted after leaving the tab and returning',
    subject: 'text pasted from elsewhere',
  },

  thresholds: { pasted_chars: ANSWER_CHARS, typed: MIN_TYPED },

  measure: ({ attention, typing }) => ({
    returns: attention.returns,
    pastes: attention.pastes,
    pastes_after_return: attention.pastesAfterReturn,
    pasted_chars: attention.charsAfterReturn,
    typed: typing.typed + typing.otherChars,
  }),

  concerns: (event) =>
    event.type === 'clipboard' && event.kind === CLIPBOARD_KIND.paste && event.sinceReturn >= 0,

  run({ attention, typing }) {
    const { pastesAfterReturn, charsAfterReturn, pastes } = attention
    if (pastesAfterReturn > 0) {
      return detected(
        1,
        `${charsAfterReturn} characters came from ${counted(pastesAfterReturn, 'paste')} after returning to the tab.`,
      )
    }
    if (pastes === 0 && typing.typed + typing.otherChars < MIN_TYPED) {
      return unknown('No text was entered.')
    }
    if (pastes === 0) return notDetected('No text was pasted.')
    return notDetected(
      `${counted(pastes, 'paste')}; no paste of ${ANSWER_CHARS} characters or more came after returning to the tab.`,
    )
  },
}
