/** One event of the other recorder, and conversions of its parts into row values. */
import type { NameRole } from '../../../src/contract/batch/batch.ts'
import { INPUT_KIND, POINTER, POINTER_FLAGS, UNTRUSTED } from '../../../src/contract/batch/rows.ts'
import type { Tape } from './tape.ts'

/** The recorder's abbreviated fields: kind, time stamp, trusted, target, and fields of that kind. */
export interface DomEvent {
  readonly k: string
  readonly ts: number
  readonly tr: boolean
  readonly g: string
  readonly x?: number
  readonly y?: number
  readonly b?: number
  readonly bs?: number
  readonly d?: number
  readonly pt?: string
  readonly pid?: number
  readonly pr?: number
  readonly w?: number
  readonly h?: number
  readonly nc?: number
  readonly rect?: readonly [number, number, number, number]
  readonly ua?: readonly boolean[]
  readonly foc?: boolean
  readonly sc?: unknown
  readonly key?: string
  readonly code?: string
  readonly kc?: number
  readonly rep?: boolean
  readonly comp?: boolean
  /** Bits: 1 alt, 2 ctrl, 4 meta, 8 shift. */
  readonly mod?: number
  readonly it?: string
  readonly data?: string | null
  readonly len?: number
  readonly cls?: string
  readonly dx?: number
  readonly dy?: number
  readonly dm?: number
  readonly Y?: number
  readonly vis?: string
}

export const SHIFTED_US = '~!@#$%^&*()_+{}|:"<>?'
export const isUpper = (key: string): boolean => key !== key.toLowerCase()

export const kindOf = (pointerType: string | undefined): number =>
  pointerType === 'mouse'
    ? POINTER.mouse
    : pointerType === 'touch'
      ? POINTER.touch
      : pointerType === 'pen'
        ? POINTER.pen
        : POINTER.none

export const placeOf = ({ x = 0, y = 0 }: DomEvent) => ({ x: Math.round(x), y: Math.round(y) })

export const pointerFlags = ({ tr, pt, bs, x = 0, y = 0 }: DomEvent): number =>
  (tr ? 0 : UNTRUSTED) |
  (kindOf(pt) << POINTER_FLAGS.kindShift) |
  (bs ? POINTER_FLAGS.pressed : 0) |
  (x % 1 !== 0 || y % 1 !== 0 ? POINTER_FLAGS.fractional : 0)

export const contactOf = (event: DomEvent) => ({
  ...placeOf(event),
  pressure: Math.round((event.pr ?? 0) * 100),
  width: Math.round(event.w ?? 0),
  height: Math.round(event.h ?? 0),
  flags: pointerFlags(event),
  button: event.b ?? 0,
  pointer: event.pid ?? 0,
})

export function aimOf(tape: Tape, { rect, g }: DomEvent) {
  const [rx = 0, ry = 0, rw = 0, rh = 0] = (rect ?? []).map((side) => Math.round(side))
  // Labels have no id, so their position distinguishes them.
  return { rx, ry, rw, rh, name: g === 'LABEL' ? tape.name('choice', `label ${rx},${ry}`) : nameOf(tape, g) }
}

export function roleOf(target: string): NameRole {
  if (/^#q\d/.test(target) || target === 'TEXTAREA' || target === 'INPUT') return 'text'
  if (/^#r\d/.test(target) || target === 'LABEL') return 'choice'
  if (target === '#submit' || target === 'BUTTON') return 'button'
  return target === '#f' || target === 'FORM' ? 'form' : 'element'
}

export const nameOf = (tape: Tape, target: string): number =>
  tape.name(roleOf(target), target.replace('#', ''))

export function inputKind(inputType: string | undefined): number {
  if (inputType === undefined) return INPUT_KIND.none
  return Object.hasOwn(INPUT_KIND, inputType)
    ? INPUT_KIND[inputType as keyof typeof INPUT_KIND]
    : INPUT_KIND.other
}
