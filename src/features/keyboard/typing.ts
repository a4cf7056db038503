/** How text was entered: typed, corrected, pasted, or inserted by an input method. */
import {
  CLIPBOARD_KIND,
  COMPOSITION_KIND,
  type EventOf,
  INPUT_FLAGS,
  INPUT_KIND,
  KEY_CLASS,
  UNTRUSTED,
} from '../../contract/batch/rows.ts'
import type { Fold } from '../session/fold.ts'
import { isDirectPress } from './keys.ts'

export interface TypingFeatures {
  /** Presses of character keys on a physical keyboard. */
  readonly typed: number
  /** Deletions, cuts and undos: the larger of the counts by key and by input event. */
  readonly corrections: number
  readonly pastes: number
  readonly pastedChars: number
  /** Characters that arrived otherwise: input methods, touch keyboards, autocorrect, dictation, drops. */
  readonly otherChars: number
}

const CORRECTING_KEYS: ReadonlySet<number> = new Set([KEY_CLASS.backspace, KEY_CLASS.delete])
const CORRECTING_INPUTS: ReadonlySet<number> = new Set([
  INPUT_KIND.deleteContentBackward,
  INPUT_KIND.deleteContentForward,
  INPUT_KIND.deleteByCut,
  INPUT_KIND.deleteWord,
  INPUT_KIND.deleteOther,
  INPUT_KIND.historyUndo,
])

export function foldTyping(): Fold<TypingFeatures> {
  let typed = 0
  let correctingKeys = 0
  let correctingInputs = 0
  let pastes = 0
  let pastedByClipboard = 0
  let pastedByInput = 0
  let otherChars = 0

  function input({ kind, length, flags }: EventOf<'input'>): void {
    if (CORRECTING_INPUTS.has(kind)) correctingInputs++
    else if (kind === INPUT_KIND.insertFromPaste) pastedByInput += Math.max(0, length)
    else if (kind === INPUT_KIND.insertText && (flags & (INPUT_FLAGS.touch | INPUT_FLAGS.composing)) === 0)
      return
    else if (kind !== INPUT_KIND.none && kind !== INPUT_KIND.insertLineBreak)
      otherChars += Math.max(1, length)
  }

  return {
    step(event) {
      if (event.type === 'keydown') {
        if (isDirectPress(event)) typed++
        else if (CORRECTING_KEYS.has(event.class)) correctingKeys++
      } else if (event.type === 'input' && (event.flags & UNTRUSTED) === 0) input(event)
      else if (event.type === 'clipboard' && event.kind === CLIPBOARD_KIND.paste) {
        pastes++
        pastedByClipboard += Math.max(0, event.length)
      } else if (event.type === 'composition' && event.kind === COMPOSITION_KIND.end) {
        otherChars += Math.max(1, event.length)
      }
    },
    done: () => ({
      typed,
      corrections: Math.max(correctingKeys, correctingInputs),
      pastes,
      pastedChars: Math.max(pastedByClipboard, pastedByInput),
      otherChars,
    }),
  }
}
