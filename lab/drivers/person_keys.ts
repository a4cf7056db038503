/**
 * How people type: at a pace of their own, faster from hand to hand than with one finger, slower where a word or a
 * thought begins, with the next key often down before the last is up, with slips that are noticed and mended.
 */
import type { Chance } from './chance.ts'
import { fingerOf, keyOf, neighbourOf } from './keyboard.ts'
import type { Moment } from './xdotool.ts'

export interface TypingPerson {
  /** Median milliseconds from key to key inside a word. */
  readonly paceMs: number
  readonly holdMs: number
  /** Slips per letter. */
  readonly slips: number
}

export function drawTypingPerson(chance: Chance): TypingPerson {
  const paceMs = Math.min(260, Math.max(95, chance.about(150, 0.25)))
  return { paceMs, holdMs: chance.about(92, 0.15), slips: chance.between(0.012, 0.035) }
}

interface Stroke {
  /** X's name of the key. */
  readonly symbol: string
  readonly shift: boolean
  /** Milliseconds since the key before it. */
  readonly gapMs: number
}

/** A time line for xdotool, beginning at 0. */
export function typeAsPerson(text: string, person: TypingPerson, chance: Chance): Moment[] {
  return timeLine(strokesOf(text, person, chance), person, chance)
}

function strokesOf(text: string, person: TypingPerson, chance: Chance): Stroke[] {
  const strokes: Stroke[] = []
  const characters = [...text]
  const add = (character: string, before: string): void => {
    strokes.push({ ...keyOf(character), gapMs: gapBefore(character, before, person, chance) })
  }
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i] as string
    const before = characters[i - 1] ?? ' '
    if (/[a-z]/.test(character) && chance.next() < person.slips) {
      const missed = characters.slice(i + 1, i + 1 + chance.of([0, 0, 1, 1, 2, 3]))
      add(neighbourOf(character, chance.of), before)
      missed.forEach((next, index) => {
        add(next, missed[index - 1] ?? character)
      })
      for (let back = 0; back <= missed.length; back++) {
        const gapMs = back === 0 ? chance.about(380, 0.4) : chance.about(165, 0.2)
        strokes.push({ symbol: 'BackSpace', shift: false, gapMs })
      }
    }
    add(character, before)
  }
  return strokes
}

function gapBefore(character: string, before: string, { paceMs }: TypingPerson, chance: Chance): number {
  const [finger, last] = [fingerOf(character), fingerOf(before)]
  let pace = paceMs
  if (finger !== undefined && last !== undefined) {
    if (finger === last && character !== before) pace *= 1.3
    else if (finger >= 4 !== last >= 4) pace *= 0.85
  }
  if (keyOf(character).shift || /\d/.test(character)) pace *= 1.5
  let gapMs = chance.about(pace, 0.28)
  if (before === ' ') gapMs += chance.about(60, 0.7)
  if (before === ' ' && chance.next() < 0.08) gapMs += chance.about(700, 0.6)
  if (/[.!?;]/.test(before)) gapMs += chance.about(350, 0.6)
  return gapMs
}

function timeLine(strokes: readonly Stroke[], person: TypingPerson, chance: Chance): Moment[] {
  const moments: Moment[] = []
  const upAt = new Map<string, number>()
  let nowMs = 0
  let shiftSince: number | undefined
  for (const [index, { symbol, shift, gapMs }] of strokes.entries()) {
    const before = nowMs
    nowMs += Math.max(gapMs, 28)
    // A key must be up before it can go down again.
    nowMs = Math.max(nowMs, (upAt.get(symbol) ?? 0) + 25)
    if (shift && shiftSince === undefined) {
      shiftSince = Math.max(before + 8, nowMs - chance.about(110, 0.35))
      moments.push({ atMs: shiftSince, line: 'keydown Shift_L' })
    }
    const holdMs = Math.max(35, chance.about(person.holdMs, 0.22))
    moments.push({ atMs: nowMs, line: `keydown ${symbol}` })
    moments.push({ atMs: nowMs + holdMs, line: `keyup ${symbol}` })
    upAt.set(symbol, nowMs + holdMs)
    if (shiftSince !== undefined && !strokes[index + 1]?.shift) {
      // Let go in time for the next letter, which is meant small.
      const nextAt = nowMs + Math.max(28, strokes[index + 1]?.gapMs ?? 1000)
      moments.push({ atMs: Math.min(nowMs + chance.about(70, 0.4), nextAt - 12), line: 'keyup Shift_L' })
      shiftSince = undefined
    }
  }
  return moments
}
