/** Log entries about text in fields: typed, pasted, dropped, cut, filled or set by a script. */
import type { Name } from '../../contract/batch/batch.ts'
import {
  CLIPBOARD_FLAGS,
  CLIPBOARD_KIND,
  type EventOf,
  INPUT_FLAGS,
  INPUT_KIND,
  UNTRUSTED,
} from '../../contract/batch/rows.ts'
import type { AddAction } from './action.ts'
import { quoted } from './label.ts'

/** A longer pause between changes, in tenths of a millisecond, starts another entry. */
const TYPING_PAUSE = 100_000

/** More characters than a keyboard, an input method or a swipe inserts at once. */
const AT_ONCE_CHARS = 25

/** The entry of a paste this soon after returning to the tab mentions the return. */
const AFTER_RETURN_MS = 60_000

/** A clipboard event and its input event are at most this far apart, in tenths of a millisecond. */
const SAME_TRANSFER = 10_000

const TYPED = new Set<number>([
  INPUT_KIND.insertText,
  INPUT_KIND.insertCompositionText,
  INPUT_KIND.insertReplacementText,
  INPUT_KIND.insertLineBreak,
])
/** These come from keys even in an autofilled field. */
const KEYED = new Set<number>([INPUT_KIND.insertText, INPUT_KIND.insertCompositionText])
const DELETED = new Set<number>([
  INPUT_KIND.deleteContentBackward,
  INPUT_KIND.deleteContentForward,
  INPUT_KIND.deleteWord,
  INPUT_KIND.deleteOther,
])
/** Inputs that follow a clipboard event. */
const TRANSFERRED = new Map<number, number>([
  [INPUT_KIND.insertFromPaste, CLIPBOARD_KIND.paste],
  [INPUT_KIND.insertFromYank, CLIPBOARD_KIND.paste],
  [INPUT_KIND.insertFromDrop, CLIPBOARD_KIND.drop],
  [INPUT_KIND.deleteByCut, CLIPBOARD_KIND.cut],
])

interface TypingRun {
  readonly field: string
  typed: number
  deleted: number
  lastT: number
}
interface Transfer {
  readonly kind: number
  readonly field: string
  readonly t: number
  length: number
  /** The text was copied from the same page. */
  readonly own: boolean
}
interface ScriptRun {
  readonly field: string
  value: number
  lastT: number
}

export function describeText<Place>(add: AddAction<Place>) {
  const lengths = new Map<string, number>()
  let typing: TypingRun | undefined
  let transfer: Transfer | undefined
  let script: ScriptRun | undefined
  let filled: string | undefined

  function pause(): void {
    typing = undefined
    transfer = undefined
    script = undefined
  }

  function input(event: EventOf<'input'>, name: Name | undefined, place: Place): void {
    const field = fieldKey(name)
    const before = lengths.get(field)
    if (event.value >= 0) lengths.set(field, event.value)
    const grown = before !== undefined && event.value >= 0 ? event.value - before : undefined
    const cause = TRANSFERRED.get(event.kind)
    if ((event.flags & UNTRUSTED) !== 0) {
      scripted(event.t, event.value, name, place)
    } else if ((event.flags & INPUT_FLAGS.autofilled) !== 0 && !KEYED.has(event.kind)) {
      filledIn(event.t, name, place)
    } else if (cause !== undefined) {
      const length = event.length >= 0 ? event.length : Math.abs(grown ?? -1)
      transferred({ kind: cause, field, t: event.t, length, own: false }, name, place, '')
    } else if (event.kind === INPUT_KIND.insertText && event.length > AT_ONCE_CHARS) {
      pause()
      add(place, event.t, () => `Inserted ${characters(event.length)} into ${inField(name)} all at once`)
    } else if (TYPED.has(event.kind)) {
      extendTyping(event, typedChars(event, grown), 0, name, place)
    } else if (DELETED.has(event.kind)) {
      extendTyping(event, 0, Math.max(1, -(grown ?? 0)), name, place)
    } else if (event.kind === INPUT_KIND.historyUndo || event.kind === INPUT_KIND.historyRedo) {
      pause()
      const verb = event.kind === INPUT_KIND.historyUndo ? 'Undid' : 'Redid'
      add(place, event.t, () => `${verb} a change in ${inField(name)}`)
    }
  }

  function extendTyping(
    event: EventOf<'input'>,
    typed: number,
    deleted: number,
    name: Name | undefined,
    place: Place,
  ): void {
    const field = fieldKey(name)
    if (typing?.field === field && event.t - typing.lastT <= TYPING_PAUSE) {
      typing.typed += typed
      typing.deleted += deleted
      typing.lastT = event.t
      return
    }
    pause()
    filled = undefined
    const own: TypingRun = { field, typed, deleted, lastT: event.t }
    typing = own
    add(place, event.t, () => typingWords(own, name))
  }

  function clipboard(event: EventOf<'clipboard'>, name: Name | undefined, place: Place): void {
    const untrusted = (event.flags & UNTRUSTED) !== 0 ? ' (by a script)' : ''
    if (event.kind === CLIPBOARD_KIND.copy) {
      const from = name === undefined ? '' : ` from ${inField(name)}`
      add(place, event.t, () => `Copied ${characters(event.length)}${from}${untrusted}`)
      return
    }
    const returned = event.sinceReturn >= 0 && event.sinceReturn <= AFTER_RETURN_MS
    const own = (event.flags & CLIPBOARD_FLAGS.own) !== 0
    const isCut = event.kind === CLIPBOARD_KIND.cut
    const back = returned && !own && !isCut ? ' after returning to the tab' : ''
    const found = { kind: event.kind, field: fieldKey(name), t: event.t, length: event.length, own }
    transferred(found, name, place, back + untrusted)
  }

  function transferred(found: Transfer, name: Name | undefined, place: Place, ending: string): void {
    const { kind, field, t } = found
    if (transfer?.kind === kind && transfer.field === field && t - transfer.t <= SAME_TRANSFER) {
      if (transfer.length <= 0) transfer.length = found.length
      transfer = undefined
      return
    }
    pause()
    filled = undefined
    transfer = found
    add(place, t, () => `${transferWords(found, name)}${ending}`)
  }

  function scripted(t: number, value: number, name: Name | undefined, place: Place): void {
    const field = fieldKey(name)
    if (value >= 0) lengths.set(field, value)
    if (script?.field === field && t - script.lastT <= TYPING_PAUSE) {
      script.value = value
      script.lastT = t
      return
    }
    pause()
    const own: ScriptRun = { field, value, lastT: t }
    script = own
    add(place, t, () => scriptWords(own.value, name))
  }

  function filledIn(t: number, name: Name | undefined, place: Place): void {
    const field = fieldKey(name)
    if (filled === field) return
    pause()
    filled = field
    add(place, t, () => `The browser filled in ${inField(name)}`)
  }

  function changedSilently(t: number, name: Name | undefined, place: Place): void {
    if (script?.field === fieldKey(name)) return
    pause()
    add(place, t, () => `${capitalized(inField(name))} changed without typing`)
  }

  return { input, clipboard, scripted, filled: filledIn, changedSilently, pause }
}

const fieldKey = (name: Name | undefined) => (name === undefined ? '' : `${name[0]} ${name[1]}`)
const inField = (name: Name | undefined) => quoted(name, 'a field')
const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

function characters(count: number): string {
  if (count <= 0) return 'text'
  return count === 1 ? '1 character' : `${count} characters`
}

/** An input method rewrites its composition, so only the length of the field shows how much was typed. */
function typedChars({ kind, length }: EventOf<'input'>, grown: number | undefined): number {
  if (kind === INPUT_KIND.insertLineBreak) return 1
  if (kind === INPUT_KIND.insertText && length >= 0) return length
  return grown ?? Math.max(length, 0)
}

function typingWords({ typed, deleted }: TypingRun, name: Name | undefined): string {
  if (typed <= 0 && deleted > 0) return `Deleted ${characters(deleted)} from ${inField(name)}`
  const deleting = deleted > 0 ? ` and deleted ${deleted}` : ''
  return `Typed ${characters(typed)} in ${inField(name)}${deleting}`
}

function scriptWords(value: number, name: Name | undefined): string {
  if (value === 0) return `A script cleared ${inField(name)}`
  return `A script filled ${inField(name)}${value > 0 ? ` with ${characters(value)}` : ''}`
}

function transferWords({ kind, length, own }: Transfer, name: Name | undefined): string {
  if (kind === CLIPBOARD_KIND.cut) return `Cut ${characters(length)} from ${inField(name)}`
  const origin = own ? ' copied from this page' : ''
  return `${kind === CLIPBOARD_KIND.drop ? 'Dropped' : 'Pasted'} ${characters(length)}${origin} into ${inField(name)}`
}
