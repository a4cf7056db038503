/** Simulated typists: many sessions of one program, and of people who differ from each other. */
import { describe, expect, it } from 'vitest'
import { createKeyWriter } from '../../../research/lab/convert/keys.ts'
import {
  drawTypingPerson,
  type TypingPerson,
  typeAsPerson,
} from '../../../research/lab/drivers/person_keys.ts'
import { createRandom } from '../../../research/lab/drivers/random.ts'
import type { StreamEvent } from '../session/fold.ts'
import { sameStatistics } from './same_statistics.ts'
import { foldTypingStatistics, readStatistics } from './statistics_sketch.ts'

const random = createRandom('typing statistics')
const WORDS =
  'the quick answer is that people often write about what they know and how it feels to them'.split(' ')
const KEYS: Readonly<Record<string, string>> = { space: ' ', BackSpace: 'Backspace', Shift_L: 'Shift' }

function typed(person: TypingPerson, words: number): StreamEvent[] {
  const text = Array.from({ length: words }, () => random.of(WORDS)).join(' ')
  const keys = createKeyWriter(0)
  return typeAsPerson(text, person, random)
    .sort((a, b) => a.atMs - b.atMs)
    .map(({ atMs, line }) => {
      const [kind, symbol] = line.split(' ') as [string, string]
      return keys[kind === 'keydown' ? 'down' : 'up'](Math.round(10 * atMs), KEYS[symbol] ?? symbol)
    })
}

function sketch(events: readonly StreamEvent[]): string | null {
  const fold = foldTypingStatistics()
  for (const event of events) fold.step(event)
  return fold.done()
}

const PROGRAM: TypingPerson = { paceMs: 150, holdMs: 92, slips: 0.02 }
const sessions = (count: number, person = () => PROGRAM): string[] =>
  Array.from({ length: count }, () => sketch(typed(person(), 60)) as string)
const indexes = (list: readonly unknown[]) => list.map((_, index) => index)

describe('typing statistics', () => {
  const program = sessions(24)

  it('group sessions of one program that types different texts', () => {
    const [group, ...rest] = sameStatistics(program, indexes(program))
    expect(rest).toEqual([])
    expect(group?.length).toBeGreaterThan(18)
  })

  it('group no typists with their own pace and hold', () => {
    const typists = sessions(24, () => drawTypingPerson(random))
    expect(sameStatistics(typists, indexes(typists))).toEqual([])
  })

  it('of five sources say nothing, however many sessions they have', () => {
    expect(
      sameStatistics(
        program,
        program.map((_, index) => index % 5),
      ),
    ).toEqual([])
    expect(
      sameStatistics(
        program,
        program.map((_, index) => index % 12),
      ),
    ).toHaveLength(1)
  })

  it('need more sources among more sessions', () => {
    const same = program[0] as string
    const copies = Array.from({ length: 7 }, () => same)
    const far = Array.from({ length: 1_000 }, (_, i) => farFrom(same, i))
    expect(sameStatistics(copies, indexes(copies))).toHaveLength(1)
    const all = [...copies, ...far]
    expect(sameStatistics(all, indexes(all))).toEqual([])
  })

  it('need 120 presses and a clock that tells them apart', () => {
    expect(sketch(typed(PROGRAM, 20))).toBeNull()
    const long = typed(PROGRAM, 200)
    expect(readStatistics(sketch(long) as string).presses).toBe(240)
    const coarse = long.map((event) => ({ ...event, t: 1_000 * Math.round(event.t / 1_000) }))
    expect(sketch(coarse)).toBeNull()
    const scripted = long.map((event) => ('flags' in event ? { ...event, flags: event.flags | 1 } : event))
    expect(sketch(scripted as StreamEvent[])).toBeNull()
  })
})

/** Statistics that are far from these, and from those of other indexes. */
function farFrom(text: string, index: number): string {
  const bytes = Buffer.from(text, 'base64')
  bytes.writeInt16LE(-32_000 + 50 * (index % 500), 1)
  if (index >= 500) bytes.writeInt16LE(30_000, 3)
  return bytes.toString('base64')
}
