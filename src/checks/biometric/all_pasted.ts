/**
 * all_pasted: "All text responses were pasted rather than typed".
 *
 * Why it works: it states a fact. Of 944 essay writers, 13% pasted something, one pasted half, none 90%.
 *
 * Must not flag: people who paste a name, an address or a quotation into a text of their own; people whose text comes
 * from an input method or dictation. Its weight is low, because people paste their own notes.
 */
import { CLIPBOARD_KIND, INPUT_KIND } from '../../contract/batch/rows.ts'
import type { SessionFeatures } from '../../features/session/session.ts'
import { detected, notDetected, type SessionCheck, unknown } from '../check.ts'
import { counted, tooFew } from '../sentence.ts'

/** None of 944 essay writers pasted this much of a text. */
const PASTED_SHARE = 0.9

/** A shorter text is a name, a code or an address. */
const MIN_CHARS = 40

export const allPasted: SessionCheck<Pick<SessionFeatures, 'typing'>> = {
  name: 'all_pasted',
  needsLittle: true,
  reason: {
    observed: 'All text was pasted rather than typed',
    subject: 'whether text was pasted',
  },

  thresholds: { chars: MIN_CHARS, pasted_share: PASTED_SHARE },

  measure: ({ typing: { typed, otherChars, pastedChars, pastes } }) => ({
    chars: typed + otherChars + pastedChars,
    pasted_chars: pastedChars,
    pastes,
  }),

  concerns: (event) =>
    (event.type === 'clipboard' && event.kind === CLIPBOARD_KIND.paste) ||
    (event.type === 'input' && event.kind === INPUT_KIND.insertFromPaste),

  run({ typing: { typed, otherChars, pastedChars, pastes } }) {
    const total = typed + otherChars + pastedChars
    if (total < MIN_CHARS) return unknown(tooFew(total, MIN_CHARS, 'entered character'))
    const evidence = `${pastedChars} of ${total} characters came from ${counted(pastes, 'paste')}.`
    return pastedChars >= PASTED_SHARE * total ? detected(1, evidence) : notDetected(evidence)
  },
}
