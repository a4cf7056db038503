/**
 * all_pasted: "All text responses were pasted rather than typed" (spec 2.3).
 *
 * Why it works: it states a fact. Of 944 essayists 13 % pasted something, one pasted half, none nine tenths.
 *
 * Whom it must not accuse: people who paste a name, an address or a quotation into a text of their own; people
 * whose text comes through an input method or dictation. It weighs little: notes of one's own may be pasted.
 */
import type { SessionFeatures } from '../../features/session/session.ts'
import { detected, notDetected, type SessionCheck, unknown } from '../check.ts'

/** Nobody among 944 essayists pasted this much of a text. */
const PASTED_SHARE = 0.9

/** Less is a name, a code or an address. */
const MIN_CHARS = 40

export const allPasted: SessionCheck<Pick<SessionFeatures, 'typing'>> = {
  name: 'all_pasted',
  meaning: 'All text responses were pasted rather than typed',

  thresholds: { chars: MIN_CHARS, pasted_share: PASTED_SHARE },

  measure: ({ typing: { typed, otherChars, pastedChars, pastes } }) => ({
    chars: typed + otherChars + pastedChars,
    pasted_chars: pastedChars,
    pastes,
  }),

  run({ typing: { typed, otherChars, pastedChars, pastes } }) {
    const total = typed + otherChars + pastedChars
    if (total < MIN_CHARS) return unknown(`${total} characters entered, ${MIN_CHARS} needed`)
    const evidence = `${pastedChars} of ${total} characters came from ${pastes} pastes`
    return pastedChars >= PASTED_SHARE * total ? detected(1, evidence) : notDetected(evidence)
  },
}
