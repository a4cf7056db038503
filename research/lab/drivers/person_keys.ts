/**
 * How people type: at their own pace, faster with alternating hands than with one finger, slower at the start of a word
 * or sentence, with overlapping keys, and with mistakes that they notice and correct.
 */

import { fingerOf, keyOf, neighborOf } from './keyboard.ts'
import type { Random } from './random.ts'
import type { Moment } from './xdotool.ts'

export interface TypingPerson {
  /** Median milliseconds between keys inside a word. */
  readonly paceMs: number
  readonly holdMs: number
  /** Mistakes per letter. */
  readonly slips: number
}

export function drawTypingPerson(random: Random): TypingPerson {
  const paceMs = Math.min(260, Math.max(95, random.about(150, 0.25)))
  return { paceMs, holdMs: random.about(92, 0.15), slips: random.between(0.012, 0.035) }
}

export interface Stroke {
  /** The key name in X. */
  readonly symbol: string
  readonly shift: boolean
  /** Milliseconds since the previous key. */
  readonly gapMs: number
}

/** Timed xdotool commands, starting at 0. */
export function typeAsPerson(text: string, person: TypingPerson, random: Random): Moment[] {
  return timeLine(strokesOf(text, person, random), person, random)
}

function strokesOf(text: string, person: TypingPerson, random: Random): Stroke[] {
  const strokes: Stroke[] = []
  const characters = [...text]
  const add = (character: string, before: string): void => {
    strokes.push({ ...keyOf(character), gapMs: gapBefore(character, before, person, random) })
  }
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i] as string
    const before = characters[i - 1] ?? ' '
    if (/[a-z]/.test(character) && random.next() < person.slips) {
      const missed = characters.slice(i + 1, i + 1 + random.of([0, 0, 1, 1, 2, 3]))
      add(neighborOf(character, random.of), before)
      missed.forEach((next, index) => {
        add(next, missed[index - 1] ?? character)
      })
      for (let back = 0; back <= missed.length; back++) {
        const gapMs = back === 0 ? random.about(380, 0.4) : random.about(165, 0.2)
        strokes.push({ symbol: 'BackSpace', shift: false, gapMs })
      }
    }
    add(character, before)
  }
  return strokes
}

function gapBefore(character: string, before: string, { paceMs }: TypingPerson, random: Random): number {
  const [finger, last] = [fingerOf(character), fingerOf(before)]
  let pace = paceMs
  if (finger !== undefined && last !== undefined) {
    if (finger === last && character !== before) pace *= 1.3
    else if (finger >= 4 !== last >= 4) pace *= 0.85
  }
  if (keyOf(character).shift || /\d/.test(character)) pace *= 1.5
  let gapMs = random.about(pace, 0.28)
  if (before === ' ') gapMs += random.about(60, 0.7)
  if (before === ' ' && random.next() < 0.08) gapMs += random.about(700, 0.6)
  if (/[.!?;]/.test(before)) gapMs += random.about(350, 0.6)
  return gapMs
}

/** Adds Shift and releases to strokes: keys overlap, but a key is released before it is pressed again. */
export function timeLine(
  strokes: readonly Stroke[],
  person: Pick<TypingPerson, 'holdMs'>,
  random: Random,
): Moment[] {
  const moments: Moment[] = []
  const upAt = new Map<string, number>()
  let nowMs = 0
  let shiftSince: number | undefined
  for (const [index, { symbol, shift, gapMs }] of strokes.entries()) {
    const before = nowMs
    nowMs += Math.max(gapMs, 28)
    // A key must be released before it can be pressed again.
    nowMs = Math.max(nowMs, (upAt.get(symbol) ?? 0) + 25)
    if (shift && shiftSince === undefined) {
      shiftSince = Math.max(before + 8, nowMs - random.about(110, 0.35))
      moments.push({ atMs: shiftSince, line: 'keydown Shift_L' })
    }
    const holdMs = Math.max(35, random.about(person.holdMs, 0.22))
    moments.push({ atMs: nowMs, line: `keydown ${symbol}` })
    moments.push({ atMs: nowMs + holdMs, line: `keyup ${symbol}` })
    upAt.set(symbol, nowMs + holdMs)
    if (shiftSince !== undefined && !strokes[index + 1]?.shift) {
      // Releases Shift before the next letter, which is lower case.
      const nextAt = nowMs + Math.max(28, strokes[index + 1]?.gapMs ?? 1000)
      moments.push({ atMs: Math.min(nowMs + random.about(70, 0.4), nextAt - 12), line: 'keyup Shift_L' })
      shiftSince = undefined
    }
  }
  return moments
}
