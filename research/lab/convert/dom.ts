/** Converts raw DOM recordings of automation stacks (from another recorder, on one survey page) into batches. */
import {
  ATTENTION_KIND,
  BORDER_KIND,
  CLICK_FLAGS,
  CLIPBOARD_KIND,
  FIELD_KIND,
  INPUT_FLAGS,
  KEY_FLAGS,
  POINTER_FLAGS,
  type SessionEvent,
  UNTRUSTED,
} from '../../../src/contract/batch/rows.ts'
import {
  aimOf,
  contactOf,
  type DomEvent,
  inputKind,
  isUpper,
  kindOf,
  nameOf,
  placeOf,
  pointerFlags,
  roleOf,
  SHIFTED_US,
} from './dom_event.ts'
import { type DomSignals, readingsOf } from './dom_signals.ts'
import { classOfKey } from './keys.ts'
import type { Labeled } from './labeled.ts'
import { createTape, type Tape } from './tape.ts'

export interface DomRecording extends DomSignals {
  readonly name: string
  readonly frames: readonly number[]
  readonly events: readonly DomEvent[]
  readonly requestHeaders?: readonly string[]
}

/** Automation runs that imitate people whom detectors often flag by mistake. */
const CONTROL = /^plain|^control|keyboard|extpaste|reader/

export function convertDom(recording: DomRecording, fileName: string): Labeled {
  const tape = createTape()
  const writer = createWriter(tape)
  writeSize(tape, recording)
  for (const event of recording.events) writer.write(event)
  writeFrames(tape, recording)
  for (const reading of readingsOf(recording)) tape.read(reading)
  const headers = headersOf(recording.requestHeaders ?? [])
  const userAgent = headers.get('user-agent')
  const clientHints = headers.get('sec-ch-ua')
  const name = fileName.replace(/\.json(\.gz)?$/, '')
  const family = name.replace(/-(headless|headed|headedgl)(-.*)?$/, '')
  return {
    kind: CONTROL.test(name) ? 'control' : 'automation',
    source: 'bots',
    family,
    who: family,
    name,
    input: writer.input(),
    device: 'desktop',
    session: tape.finish(name, {
      ...(userAgent === undefined ? {} : { userAgent }),
      ...(clientHints === undefined ? {} : { clientHints }),
    }),
  }
}

function createWriter(tape: Tape) {
  const held: (string | undefined)[] = []
  const kinds = new Set<string>()
  let keyBefore = ''
  let returnedAt = -1
  let away = false

  function slotOf(code: string): number {
    const own = held.indexOf(code)
    if (own >= 0) return own
    const free = held.indexOf(undefined)
    return free >= 0 ? free : held.length
  }

  function keyFlags({ code = '', key = '', mod = 0, kc, comp, rep, tr }: DomEvent): number {
    const needsShift =
      key.length === 1 && code !== '' && (isUpper(key) ? code.startsWith('Key') : SHIFTED_US.includes(key))
    return (
      (tr ? 0 : UNTRUSTED) |
      (code === '' ? KEY_FLAGS.noCode : 0) |
      (mod & 8 ? KEY_FLAGS.shift : 0) |
      (mod & 2 ? KEY_FLAGS.ctrl : 0) |
      (mod & 1 ? KEY_FLAGS.alt : 0) |
      (mod & 4 ? KEY_FLAGS.meta : 0) |
      (rep === true ? KEY_FLAGS.repeat : 0) |
      (comp === true || kc === 229 ? KEY_FLAGS.composing : 0) |
      (needsShift ? KEY_FLAGS.needsShift : 0)
    )
  }

  function attention(event: DomEvent, t: number): SessionEvent | undefined {
    const kind =
      event.k === 'visibilitychange'
        ? event.vis === 'hidden'
          ? ATTENTION_KIND.hidden
          : ATTENTION_KIND.visible
        : event.k === 'focus'
          ? ATTENTION_KIND.focus
          : ATTENTION_KIND.blur
    const leaves = kind === ATTENTION_KIND.hidden || kind === ATTENTION_KIND.blur
    if (away && !leaves) returnedAt = event.ts
    away = leaves
    return { type: 'attention', t, kind }
  }

  function toEvent(event: DomEvent): SessionEvent | undefined {
    const t = Math.max(0, Math.round(event.ts * 10))
    const trust = event.tr ? 0 : UNTRUSTED
    switch (event.k) {
      case 'pointermove':
        return { type: 'move', t, ...placeOf(event), coalesced: event.nc ?? 0, flags: pointerFlags(event) }
      case 'pointerdown':
        return { type: 'down', t, ...contactOf(event), ...aimOf(tape, event) }
      case 'pointerup':
        return { type: 'up', t, ...contactOf(event) }
      case 'click': {
        const virtual = event.pid === undefined ? event.d === 0 : event.pid < 0
        const flags =
          trust |
          (kindOf(event.pt) << POINTER_FLAGS.kindShift) |
          (virtual ? CLICK_FLAGS.virtual : 0) |
          (event.foc === true ? CLICK_FLAGS.pageFocused : 0) |
          (event.ua?.[0] === true ? CLICK_FLAGS.userActive : 0) |
          (event.sc === null ? CLICK_FLAGS.noSource : 0)
        return { type: 'click', t, ...placeOf(event), detail: event.d ?? 0, flags, ...aimOf(tape, event) }
      }
      case 'keydown': {
        const id = event.code || event.key || ''
        const slot = slotOf(id)
        held[slot] = id
        const same = id === keyBefore ? KEY_FLAGS.same : 0
        keyBefore = id
        return {
          type: 'keydown',
          t,
          class: classOfKey(event.key ?? ''),
          flags: keyFlags(event) | same,
          slot,
          name: nameOf(tape, event.g),
        }
      }
      case 'keyup': {
        const slot = slotOf(event.code || event.key || '')
        held[slot] = undefined
        return { type: 'keyup', t, class: classOfKey(event.key ?? ''), flags: keyFlags(event), slot }
      }
      case 'input': {
        if (roleOf(event.g) !== 'text') return undefined
        const flags = trust | (event.it === undefined ? INPUT_FLAGS.notInputEvent : 0)
        const length = event.data?.length ?? -1
        return {
          type: 'input',
          t,
          kind: inputKind(event.it),
          length,
          value: event.len ?? 0,
          caret: -1,
          flags,
          name: nameOf(tape, event.g),
        }
      }
      case 'paste':
      case 'copy':
      case 'cut': {
        const sinceReturn = returnedAt < 0 ? -1 : Math.round(event.ts - returnedAt)
        return {
          type: 'clipboard',
          t,
          kind: CLIPBOARD_KIND[event.k],
          length: event.len ?? -1,
          sinceReturn,
          flags: trust,
          name: nameOf(tape, event.g),
        }
      }
      case 'wheel':
        return {
          type: 'wheel',
          t,
          deltaX: event.dx ?? 0,
          deltaY: Math.round(event.dy ?? 0),
          mode: event.dm ?? 0,
          count: 1,
          flags: trust,
        }
      case 'scroll':
        return event.g === 'document'
          ? { type: 'scroll', t, y: Math.round(event.Y ?? 0), range: 0, count: 1, flags: trust }
          : undefined
      case 'focus':
      case 'blur':
      case 'visibilitychange':
        return attention(event, t)
      case 'focusin':
      case 'focusout':
        return {
          type: 'field',
          t,
          kind: event.k === 'focusin' ? FIELD_KIND.in : FIELD_KIND.out,
          flags: trust,
          name: nameOf(tape, event.g),
        }
      case 'change':
        return { type: 'change', t, value: -1, flags: trust, name: nameOf(tape, event.g) }
      case 'submit':
        return { type: 'submit', t, silent: 0, flags: trust, name: nameOf(tape, event.g) }
      case 'mouseenter':
      case 'mouseleave':
        if (event.g !== 'HTML') return undefined
        return { type: 'border', t, kind: event.k === 'mouseenter' ? BORDER_KIND.enter : BORDER_KIND.leave }
      default:
        return undefined
    }
  }

  return {
    write(event: DomEvent): void {
      const converted = toEvent(event)
      if (converted === undefined) return
      kinds.add(converted.type)
      tape.push(converted)
    },
    input: (): Labeled['input'] => {
      const mouse = kinds.has('move') || kinds.has('down')
      if (mouse && kinds.has('keydown')) return 'mixed'
      if (kinds.has('keydown')) return 'keyboard'
      return mouse ? 'mouse' : 'none'
    },
  }
}

/** The browser script also reports the page size first. */
function writeSize(tape: Tape, { signals, events }: DomRecording): void {
  const size = signals?.win as Readonly<Record<string, number>> | undefined
  if (size === undefined) return
  const t = Math.max(0, Math.round(Math.min(...events.map(({ ts }) => ts)) * 10))
  const { iw = 0, ih = 0, ow = 0, oh = 0, dpr = 0 } = size
  tape.push({
    type: 'resize',
    t,
    innerWidth: iw,
    innerHeight: ih,
    outerWidth: ow,
    outerHeight: oh,
    scale: Math.round(dpr * 100),
    zoom: 100,
  })
}

/** The recorder lists frame intervals without times, so the median of the whole run is used. */
function writeFrames(tape: Tape, { frames, events }: DomRecording): void {
  const ascending = frames.filter((gap) => gap > 0).toSorted((a, b) => a - b)
  const median = ascending[Math.floor(ascending.length / 2)]
  const last = events.at(-1)
  if (median === undefined || last === undefined) return
  const t = Math.round(Math.max(...events.map(({ ts }) => ts)) * 10)
  tape.push({
    type: 'frames',
    t,
    count: ascending.length,
    median: Math.round(median * 10),
    longest: Math.round((ascending.at(-1) as number) * 10),
  })
}

function headersOf(flat: readonly string[]): Map<string, string> {
  const headers = new Map<string, string>()
  for (let i = 0; i + 1 < flat.length; i += 2)
    headers.set((flat[i] as string).toLowerCase(), flat[i + 1] as string)
  return headers
}
