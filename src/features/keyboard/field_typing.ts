/** How the text of one field was entered. */
import type { RecordedSession } from '../../contract/batch/recording.ts'
import {
  CLIPBOARD_KIND,
  type EventOf,
  INPUT_FLAGS,
  INPUT_KIND,
  KEY_CLASS,
  SCRIPTED_KIND,
  TICKS_PER_MS,
  UNTRUSTED,
} from '../../contract/batch/rows.ts'
import type { StreamEvent } from '../session/fold.ts'
import { readStream } from '../session/stream.ts'
import { foldInputs, type InputFeatures } from './inputs.ts'
import { foldKeys, type KeyFeatures } from './keys.ts'
import { foldShape } from './text_shape.ts'

export interface FieldTyping {
  readonly inputs: InputFeatures
  readonly keys: KeyFeatures
  /** The rhythm of insertions by an on-screen keyboard or an input method, each as one key press. */
  readonly indirectKeys: KeyFeatures
  /** Of the text in the end. */
  readonly shape: string
  /** Events that changed the text. */
  readonly changes: number
  readonly pastes: number
  /** Most characters that a script set without an event. */
  readonly scriptedChars: number
  /** From the first event of the field to the last. */
  readonly spanMs: number
  /** Whether rows are missing in between, or the field is in two documents. */
  readonly isBroken: boolean
}

export function foldField(session: RecordedSession, label: string): FieldTyping {
  const { names, events } = readStream(session, true)
  const name = names.findIndex(([role, own]) => role === 'text' && own === label)
  const isOwn = (event: StreamEvent): boolean => 'name' in event && event.name === name
  const from = name === -1 ? -1 : events.findIndex(isOwn)
  const own = from === -1 ? [] : events.slice(from, events.findLastIndex(isOwn) + 1)
  // Nothing can be filled in by the browser, as in a survey question.
  const inputs = foldInputs(names.map(() => ['question', label]))
  // The page has finished loading when it shows the field, however soon that is.
  inputs.step({ type: 'break', t: Number.NEGATIVE_INFINITY })
  const keys = foldKeys()
  const indirectKeys = foldKeys()
  const shape = foldShape()
  let changes = 0
  let pastes = 0
  let scriptedChars = 0
  for (const event of own) {
    if (event.type !== 'break' && !isOwn(event)) continue
    inputs.step(event)
    keys.step(event)
    shape.step(event)
    if (event.type === 'break') indirectKeys.step(event)
    else if (event.type === 'input') {
      changes++
      if (isIndirect(event)) indirectKeys.step(asKey(event))
    } else if (event.type === 'clipboard' && event.kind === CLIPBOARD_KIND.paste) pastes++
    else if (event.type === 'scripted' && event.kind === SCRIPTED_KIND.script) {
      changes++
      scriptedChars = Math.max(scriptedChars, event.after - event.before)
    }
  }
  const [first, last] = [own[0], own.at(-1)]
  return {
    inputs: inputs.done(),
    keys: keys.done(),
    indirectKeys: indirectKeys.done(),
    shape: shape.done(),
    changes,
    pastes,
    scriptedChars,
    spanMs: first && last ? (last.t - first.t) / TICKS_PER_MS : 0,
    isBroken: own.some(({ type }) => type === 'break'),
  }
}

const isIndirect = ({ kind, flags }: EventOf<'input'>): boolean =>
  (flags & UNTRUSTED) === 0 &&
  (kind === INPUT_KIND.insertCompositionText ||
    (kind === INPUT_KIND.insertText && (flags & (INPUT_FLAGS.touch | INPUT_FLAGS.composing)) !== 0))

const asKey = ({ t, name }: EventOf<'input'>): EventOf<'keydown'> => ({
  type: 'keydown',
  t,
  class: KEY_CLASS.lower,
  flags: 0,
  slot: 0,
  name,
})
