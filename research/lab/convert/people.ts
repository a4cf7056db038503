/** Converts sessions of people (and some bots) from public data sets, one per line, into batches. */
import {
  CLIPBOARD_KIND,
  INPUT_KIND,
  POINTER,
  POINTER_FLAGS,
  type SessionEvent,
} from '../../../src/contract/batch/rows.ts'
import { completed } from './completed.ts'
import { createKeyWriter, type KeyWriter, spell } from './keys.ts'
import { hashOf, type Labeled } from './labeled.ts'
import { createTape, type Tape } from './tape.ts'

/** One line of a data set: `events` are `[t in ms, type, ...]`. */
export interface ForeignSession {
  readonly source: string
  readonly person?: string
  readonly session?: string
  readonly kind: string
  readonly device?: string
  readonly cols?: readonly string[]
  readonly events?: readonly (readonly (string | number | null)[])[]
}

/** Conversion to pixels for each data set: `[scaleX, scaleY, scaleT, offsetX, offsetY]`. */
const SCALES: Readonly<Record<string, readonly [number, number, number, number, number]>> = {
  // Normalized to the distance between start button and answer boxes, y upwards.
  mora_browser_choice: [400, -400, 1, 640, 560],
  // The publisher scaled these by 7, 13 and 3.
  slider_dsjtzs: [1 / 7, 1 / 13, 1 / 3, 0, 0],
  // Relative to the first position of the recording.
  wafer_recordings: [1, 1, 1, 640, 360],
}

const REMOTE = new Set(['balabit', 'vm'])

/** Returns undefined if the line contains nothing that rows can represent. */
export function convertPerson(line: ForeignSession, index: number): Labeled | undefined {
  const { events, source } = line
  // Positions relative to an unknown target cannot be converted to pixels.
  if (events === undefined || events.length === 0 || line.cols?.includes('rx') === true) return undefined
  const tape = createTape()
  const writer = createWriter(tape, source)
  for (const event of withoutRepeats(events)) writer.write(event)
  const recorded = tape.finish(`${source}-${index}`)
  const session = { ...recorded, batches: completed(recorded.batches) }
  const isBot = line.kind.startsWith('bot:')
  const family = isBot ? line.kind.slice('bot:'.length) : source
  // Data sets that do not identify people are split by session.
  const person = line.person === undefined || line.person === 'unknown' ? `session ${index}` : line.person
  return {
    kind: isBot ? 'automation' : 'person',
    source,
    family,
    who: isBot ? family : whoOf(source, person, line.session ?? `${index}`),
    name: `${source}/${line.session ?? index}`,
    input: writer.input(),
    device: line.device === 'tel' ? 'phone' : REMOTE.has(line.device ?? source) ? 'remote' : 'desktop',
    session,
  }
}

/** Short recordings of one person are split into parts that are long enough to fill the checks' windows. */
const ONE_PERSON: ReadonlySet<string> = new Set(['humanmovemouse', 'wafer_recordings'])
const PARTS = 20

function whoOf(source: string, person: string, session: string): string {
  if (ONE_PERSON.has(source)) return `part ${hashOf(`${source}/${session}`) % PARTS}`
  return source === 'circles' ? `${person} ${session}` : person
}

/** Some recorders wrote every sample twice. */
function withoutRepeats(
  events: NonNullable<ForeignSession['events']>,
): NonNullable<ForeignSession['events']> {
  return events.filter((event, i) => i === 0 || String(event) !== String(events[i - 1]))
}

type ForeignEvent = readonly (string | number | null)[]

function createWriter(tape: Tape, source: string) {
  const [scaleX, scaleY, scaleT, offsetX, offsetY] = SCALES[source] ?? [1, 1, 1, 0, 0]
  const field = tape.name('text', 'text')
  const keys = createKeyWriter(field)
  const seen = new Set<string>()
  let value = 0
  let scrollY = 0
  let pressed = false

  const place = (x: unknown, y: unknown) => ({
    x: Math.round(Number(x ?? 0) * scaleX + offsetX),
    y: Math.round(Number(y ?? 0) * scaleY + offsetY),
  })
  const pointer = (kind: number): number =>
    (kind << POINTER_FLAGS.kindShift) | (pressed ? POINTER_FLAGS.pressed : 0)

  function press(t: number, event: ForeignEvent, kind: number): SessionEvent {
    pressed = true
    const target = { rx: 0, ry: 0, rw: 0, rh: 0, name: -1 }
    const button = Number(event[4] ?? 0)
    return {
      type: 'down',
      t,
      ...place(event[2], event[3]),
      pressure: 50,
      ...touch,
      flags: pointer(kind),
      button,
      ...target,
    }
  }

  function release(t: number, event: ForeignEvent, kind: number): SessionEvent {
    pressed = false
    const button = Number(event[4] ?? 0)
    return {
      type: 'up',
      t,
      ...place(event[2], event[3]),
      pressure: 0,
      ...touch,
      flags: pointer(kind),
      button,
    }
  }

  function write(event: ForeignEvent): void {
    const t = Math.max(0, Math.round(Number(event[0]) * scaleT * 10))
    const type = String(event[1])
    seen.add(type)
    switch (type) {
      case 'mm':
        tape.push({
          type: 'move',
          t,
          ...place(event[2], event[3]),
          coalesced: 1,
          flags: pointer(POINTER.mouse),
        })
        break
      case 'md':
        tape.push(press(t, event, POINTER.mouse))
        break
      case 'mu':
        tape.push(release(t, event, POINTER.mouse))
        break
      case 'ts':
        tape.push(press(t, event, POINTER.touch))
        break
      case 'tm':
        tape.push({
          type: 'move',
          t,
          ...place(event[2], event[3]),
          coalesced: 1,
          flags: pointer(POINTER.touch),
        })
        break
      case 'te':
        tape.push(release(t, event, POINTER.touch))
        break
      case 'wh':
        tape.push({ type: 'wheel', t, deltaX: 0, deltaY: wheelDelta(event), mode: 0, count: 1, flags: 0 })
        break
      case 'sc':
        scrollY = Number(event[2])
        // The source is throttled. It omits the number of merged events and the scroll range.
        tape.push({
          type: 'scroll',
          t,
          y: Math.round(scrollY),
          range: 0,
          count: 1,
          flags: 0,
        })
        break
      case 'kd':
        tape.push(keys.down(t, spell(String(event[2]))))
        break
      case 'ku':
        tape.push(keys.up(t, spell(String(event[2]))))
        break
      case 'ed':
        value = writeEdit({ tape, t, event, value, field, keys: hasKeys(source) ? undefined : keys })
        break
    }
  }

  return { write, input: () => inputOf(seen) }
}

const touch = { width: 1, height: 1, pointer: 1 }

/** One wheel notch, for sources that give only the direction. */
const NOTCH_PX = 120

function wheelDelta(event: ForeignEvent): number {
  const last = Number(event.at(-1))
  return Math.abs(last) === 1 && event.length === 6 && event[4] === 0 ? NOTCH_PX * -last : Math.round(last)
}

/** This data set has edits but no keys; a single inserted character counts as a key press. */
const hasKeys = (source: string): boolean => source !== 'fr_essays'

interface EditContext {
  readonly tape: Tape
  readonly t: number
  readonly event: ForeignEvent
  readonly value: number
  readonly field: number
  readonly keys: KeyWriter | undefined
}

/** The source omits how long the key was held, so no release is written. */
function pressKey(tape: Tape, keys: KeyWriter, t: number, key: string): void {
  tape.push(keys.down(t, key))
  keys.up(t, key)
}

/** The length of the field's text after the edit. */
function writeEdit({ tape, t, event, value, field, keys }: EditContext): number {
  const op = String(event[2])
  const content = event[3]
  const length = typeof content === 'number' ? content : String(content ?? '').length
  const input = (kind: number, inserted: number, after: number): number => {
    tape.push({
      type: 'input',
      t,
      kind,
      length: inserted,
      value: Math.max(0, after),
      caret: -1,
      flags: 0,
      name: field,
    })
    return Math.max(0, after)
  }
  if (op === '+') {
    if (length > 1) return input(INPUT_KIND.insertReplacementText, length, value + length)
    if (keys !== undefined) pressKey(tape, keys, t, String(content))
    return input(INPUT_KIND.insertText, length, value + length)
  }
  if (op === '-') {
    if (keys !== undefined) pressKey(tape, keys, t, 'Backspace')
    return input(INPUT_KIND.deleteContentBackward, 0, value - length)
  }
  if (op === 'p') {
    tape.push({
      type: 'clipboard',
      t,
      kind: CLIPBOARD_KIND.paste,
      length,
      sinceReturn: -1,
      flags: 0,
      name: field,
    })
    return input(INPUT_KIND.insertFromPaste, length, value + length)
  }
  if (op === 'r') {
    const [before = '', after = ''] = String(content).split(' => ')
    return input(INPUT_KIND.insertReplacementText, after.length, value - before.length + after.length)
  }
  return input(INPUT_KIND.insertFromDrop, length, value)
}

function inputOf(types: ReadonlySet<string>): Labeled['input'] {
  const keys = types.has('kd') || types.has('ed')
  const mouse = types.has('mm') || types.has('md')
  if (keys && types.has('mm')) return 'mixed'
  if (keys) return 'keyboard'
  if (types.has('tm') || types.has('ts')) return 'touch'
  if (mouse || types.has('click')) return 'mouse'
  return types.has('sc') ? 'scroll' : 'none'
}
