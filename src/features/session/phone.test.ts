import { describe, expect, it } from 'vitest'
import type { SignalValue } from '../../contract/batch/batch.ts'
import { findPhoneContradictions, hasOnlyTouch } from './phone.ts'

const ANDROID = { engine: 'chromium', os: 'android', desktop: false, blurs: false } as const
const find = (signals: Readonly<Record<string, SignalValue>>, browser = ANDROID) =>
  findPhoneContradictions([{ at: 'load', signals }], browser)

describe('contradictions of a phone', () => {
  it.each([
    ['two cores, as in Brave', { cores: 2 }, []],
    ['sixteen cores', { cores: 16 }, ['cores']],
    ['no zone of a place', { zone: 'UTC' }, ['zone']],
    ['a phone', { cores: 8, memory: 8, zone: 'Europe/London', plugins: 0 }, []],
    ['absent values', { cores: { absent: 'blocked' }, zone: null }, []],
  ])('finds them for %s', (_, signals, expected) => {
    expect(find(signals as never)).toEqual(expected)
  })

  it('ignores plugins in a browser that invents them', () => {
    expect(find({ plugins: 5, pdf_viewer: true })).toEqual(['plugins'])
    expect(find({ plugins: 5, pdf_viewer: true }, { ...ANDROID, blurs: true } as never)).toEqual([])
  })

  it('knows devices with fingers only', () => {
    const by = (pointer: string, any_pointer: string) =>
      hasOnlyTouch([{ at: 'load', signals: { pointer, any_pointer } }])
    expect(by('coarse', 'coarse')).toBe(true)
    expect(by('coarse', 'fine')).toBe(false)
  })
})
