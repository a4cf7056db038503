/** The input methods per question that a session shows: touch keyboard, composition, autofill, paste. */
import type { RecordedBatch } from '../../../contract/batch/codec.ts'
import { rowsToEvents } from '../../../contract/batch/events.ts'
import {
  CHANGE_FLAGS,
  FIELD_FLAGS,
  INPUT_FLAGS,
  INPUT_KIND,
  SCRIPTED_KIND,
  type SessionEvent,
} from '../../../contract/batch/rows.ts'
import type { InputMethods } from '../../../features/typing_history/typing.ts'

const NONE: InputMethods = { touch: false, composition: false, autofill: false }

const PASTED: ReadonlySet<number> = new Set([
  INPUT_KIND.insertFromPaste,
  INPUT_KIND.insertFromDrop,
  INPUT_KIND.insertFromYank,
])

/** Autocorrect and translation replace text; dictation has an inputType of its own, which is not in the contract. */
const REPLACED: ReadonlySet<number> = new Set([INPUT_KIND.insertReplacementText, INPUT_KIND.other])

/** By question id. */
export function observedInputMethods(batches: readonly RecordedBatch[]): Map<string, InputMethods> {
  const inputMethods = new Map<string, InputMethods>()
  for (const { batch } of batches) {
    for (const event of rowsToEvents(batch.rows, batch.start, batch.at)) {
      const named = 'name' in event ? batch.names[event.name] : undefined
      if (named?.[0] !== 'question') continue
      const before = inputMethods.get(named[1]) ?? NONE
      const seen = inputMethodsOf(event)
      inputMethods.set(named[1], {
        touch: before.touch || seen.touch,
        composition: before.composition || seen.composition,
        autofill: before.autofill || seen.autofill,
        ...((before.replaced || seen.replaced) && { replaced: true }),
        ...((before.pasted || seen.pasted) && { pasted: true }),
      })
    }
  }
  return inputMethods
}

function inputMethodsOf(event: SessionEvent): InputMethods {
  switch (event.type) {
    case 'input':
      return {
        touch: (event.flags & INPUT_FLAGS.touch) !== 0,
        composition: (event.flags & INPUT_FLAGS.composing) !== 0,
        autofill: (event.flags & INPUT_FLAGS.autofilled) !== 0,
        ...(REPLACED.has(event.kind) && { replaced: true }),
        ...(PASTED.has(event.kind) && { pasted: true }),
      }
    case 'composition':
      return { ...NONE, composition: true }
    case 'field':
      return { ...NONE, autofill: (event.flags & FIELD_FLAGS.autofilled) !== 0 }
    case 'change':
      return { ...NONE, autofill: (event.flags & CHANGE_FLAGS.autofilled) !== 0 }
    case 'scripted':
      return { ...NONE, autofill: event.kind === SCRIPTED_KIND.autofill }
    default:
      return NONE
  }
}
