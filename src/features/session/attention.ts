/** Leaving the tab, returning to it, and pastes after returning. */
import { ATTENTION_KIND, CLIPBOARD_FLAGS, CLIPBOARD_KIND, UNTRUSTED } from '../../contract/batch/rows.ts'
import type { Fold } from './fold.ts'

export interface AttentionFeatures {
  /** Times the tab was left and returned to. */
  readonly returns: number
  readonly pastes: number
  /** Pastes of foreign text of at least `ANSWER_CHARS` within `SOON_MS` of a return, and their characters. */
  readonly pastesAfterReturn: number
  readonly charsAfterReturn: number
}

/** Shorter pastes are codes, names and addresses. */
export const ANSWER_CHARS = 20
/** Half a minute is enough to find the field. */
const SOON_MS = 30_000

export function foldAttention(): Fold<AttentionFeatures> {
  let away = false
  let returns = 0
  let pastes = 0
  let pastesAfterReturn = 0
  let charsAfterReturn = 0
  return {
    step(event) {
      if (event.type === 'attention') {
        if (event.kind === ATTENTION_KIND.blur || event.kind === ATTENTION_KIND.hidden) away = true
        else if (away && (event.kind === ATTENTION_KIND.focus || event.kind === ATTENTION_KIND.visible)) {
          away = false
          returns++
        }
      } else if (event.type === 'clipboard' && event.kind === CLIPBOARD_KIND.paste) {
        pastes++
        const foreign = (event.flags & (UNTRUSTED | CLIPBOARD_FLAGS.own)) === 0
        const soon = event.sinceReturn >= 0 && event.sinceReturn <= SOON_MS
        if (foreign && soon && event.length >= ANSWER_CHARS) {
          pastesAfterReturn++
          charsAfterReturn += event.length
        }
      }
    },
    done: () => ({ returns, pastes, pastesAfterReturn, charsAfterReturn }),
  }
}
