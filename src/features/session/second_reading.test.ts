import { describe, expect, it } from 'vitest'
import type { SignalValue } from '../../contract/batch/batch.ts'
import { findSecondContradictions, isScripted } from './second_reading.ts'

const readings = (...signals: Readonly<Record<string, SignalValue>>[]) =>
  signals.map((one) => ({ at: 'load' as const, signals: one }))

describe('second observed', () => {
  it('finds values that the worker contradicts', () => {
    const page = { platform: 'Linux armv81', cores: 8, languages: ['en-US', 'en'], zone: 'Europe/Paris' }
    const worker = {
      worker_platform: 'Linux x86_64',
      worker_cores: 2,
      worker_languages: ['en-US', 'en'],
      worker_zone: 'Europe/Paris',
    }
    expect(findSecondContradictions(readings(page, worker))).toEqual(['cores', 'platform'])
  })

  it('finds values that a fresh frame contradicts', () => {
    expect(
      findSecondContradictions(readings({ frame_mismatch: ['userAgent', 'webdriver', 'zone'] })),
    ).toEqual(['user_agent', 'zone'])
  })

  it('says nothing without a worker, without a value, or about a value that an earlier document had', () => {
    expect(findSecondContradictions(readings({ platform: 'Win32', cores: 8 }))).toEqual([])
    expect(
      findSecondContradictions(readings({ memory: 8, worker_memory: { absent: 'unsupported' } })),
    ).toEqual([])
    expect(findSecondContradictions(readings({ worker_cores: 4 }))).toEqual([])
    const twice = readings({ zone: 'UTC' }, { zone: 'Europe/Rome' }, { worker_zone: 'UTC' })
    expect(findSecondContradictions(twice)).toEqual([])
  })

  it('recognizes values that a script replaced', () => {
    expect(isScripted(readings({ patched_natives: ['Navigator.platform'] }))).toBe(true)
    expect(isScripted(readings({ proxy_frames: true }))).toBe(true)
    expect(isScripted(readings({ patched_natives: [], navigator_own: [], proxy_frames: false }))).toBe(false)
  })
})
