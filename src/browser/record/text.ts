/** Text input: kinds and lengths of changes, composition and clipboard, without the text. */
import { CLIPBOARD_KIND, COMPOSITION_KIND, INPUT_FLAGS, ROWS } from '../../contract/batch/rows.ts'
import { timeOf } from '../clock.ts'
import { caretIn, type Field, isAutofilled, isField, isTextField, targetOf, textIn } from '../element.ts'
import { on } from '../guard.ts'
import { doc } from '../natives.ts'
import { isSecret } from '../privacy.ts'
import { trackEdit } from '../survey/questions.ts'
import { account, fieldIndex, isHidden } from './fields.ts'
import { bits } from './flags.ts'
import { inputKind } from './input_kind.ts'
import { spendKey } from './keys.ts'
import { sinceReturnMs } from './page.ts'
import { isTouched } from './pointer.ts'
import { record } from './tape.ts'

/** The contract numbers them in this order, from 1. */
const CLIPBOARD_KINDS = Object.keys(CLIPBOARD_KIND)

/** Marks in the typing history, see `Change`: by kind of input (dictation has a kind of its own), and by flag. */
const MARKS: Readonly<Record<number, string>> = { 2: 'a', 3: 'p', 4: 'p', 5: 'a', 14: 'p', 15: 'a' }
const AIDED = INPUT_FLAGS.composing | INPUT_FLAGS.autofilled

/** The last text copied on this page, without white space, which a paste may change. */
let copied = ''
let isDragging = false

export function recordText(): void {
  on<InputEvent>(doc, 'input', (event) => {
    const element = targetOf(event)
    if (!element || !isField(element)) return
    if (isTextField(element)) {
      const { inputType, data, dataTransfer } = event
      const secret = isSecret(element)
      const t = timeOf(event)
      const kind = inputKind(inputType)
      const text = data ?? dataTransfer?.getData('text/plain')
      const flags = bits(
        !event.isTrusted,
        inputType === undefined,
        event.isComposing,
        !spendKey(),
        isTouched(),
        isAutofilled(element),
      )
      record(
        ROWS.input.code,
        t,
        kind,
        secret ? -1 : (text?.length ?? -1),
        secret ? -1 : textIn(element).length,
        secret ? -1 : caretIn(element),
        flags,
        fieldIndex(element),
      )
      trackEdit(element, t, flags & AIDED ? 'a' : MARKS[kind])
    }
    account(element)
  })

  on<CompositionEvent>(doc, 'compositionstart compositionend', (event) => {
    const element = targetOf(event)
    const kind = event.type === 'compositionstart' ? COMPOSITION_KIND.start : COMPOSITION_KIND.end
    const length = isHidden(element) ? -1 : (event.data?.length ?? -1)
    record(ROWS.composition.code, timeOf(event), kind, length, bits(!event.isTrusted), fieldIndex(element))
  })

  on<ClipboardEvent & DragEvent>(doc, CLIPBOARD_KINDS.join(' '), (event) => {
    const { type, isTrusted, clipboardData, dataTransfer } = event
    const element = targetOf(event)
    const secret = isHidden(element)
    const isTaken = type === 'copy' || type === 'cut'
    const text = secret
      ? ''
      : isTaken
        ? selectedIn(element)
        : ((clipboardData ?? dataTransfer)?.getData('text/plain') ?? '')
    const solid = text.replace(/\s/g, '')
    const isOwn = type === 'drop' ? isDragging : type === 'paste' && solid !== '' && solid === copied
    if (isTaken) copied = solid
    const flags = bits(!isTrusted, isOwn)
    record(
      ROWS.clipboard.code,
      timeOf(event),
      CLIPBOARD_KINDS.indexOf(type) + 1,
      secret ? -1 : text.length,
      sinceReturnMs(),
      flags,
      fieldIndex(element),
    )
  })

  on(doc, 'dragstart dragend', ({ type }) => {
    isDragging = type === 'dragstart'
  })
}

function selectedIn(element: Element | undefined): string {
  const { selectionStart, selectionEnd, value } = (element ?? {}) as Field
  return selectionEnd ? value.slice(selectionStart as number, selectionEnd) : `${doc.getSelection()}`
}
