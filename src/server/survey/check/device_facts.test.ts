import { describe, expect, it } from 'vitest'
import type { SignalValue } from '../../../contract/batch/batch.ts'
import type { RecordedBatch } from '../../../contract/batch/codec.ts'
import { deviceProperties } from './device_facts.ts'

const recorded = (
  signals: Record<string, SignalValue> | undefined,
  at = 1_000,
  country: string | null = null,
): RecordedBatch => ({
  batch: {
    session_id: 'A'.repeat(22),
    tab: 'B'.repeat(8),
    page: 0,
    seq: at,
    sent_at: at,
    time_origin: 0,
    start: 0,
    at: [0, 0],
    names: [],
    rows: [],
    ...(signals && { device: [{ at: 'load', signals }] }),
  },
  receipt: { at, network: { country, asn: null, operator: null, hosting: null, vpn: null, tor: null } },
})

const factsOf = (signals: Record<string, SignalValue>) => deviceProperties([recorded(signals)])

describe('device facts', () => {
  it('says nothing of a session without readings', () => {
    expect(deviceProperties([recorded(undefined)])).toEqual({
      country: null,
      incognito: null,
      tampering: null,
    })
  })

  it('takes the country of the latest batch that has one', () => {
    const batches = [recorded({}, 3, 'FR'), recorded({}, 1, 'DE'), recorded({}, 4, null)]
    expect(deviceProperties(batches).country).toBe('FR')
  })

  it.each([
    ['room below twice the heap', { storage_quota: 4_000, heap_limit: 4_096 }, true],
    ['room far above the heap', { storage_quota: 300_000, heap_limit: 4_096 }, false],
    ['a rejected file system', { file_system: 'SecurityError' }, true],
    ['a file system that opens', { file_system: true }, false],
    ['a file system that fails for another reason', { file_system: 'TypeError' }, null],
    ['a signal that is absent', { storage_quota: { absent: 'blocked' }, heap_limit: 4_096 }, null],
  ] as [string, Record<string, SignalValue>, boolean | null][])('reads %s', (_, signals, incognito) => {
    expect(factsOf(signals).incognito).toBe(incognito)
  })

  it.each([
    ['a proxy', { proxy_frames: true }, true],
    ['properties that a fresh frame answers differently', { frame_mismatch: ['webdriver'] }, true],
    ['nothing found', { proxy_frames: false, frame_mismatch: [] }, false],
    ['Brave, which varies its answers', { brave: true, frame_mismatch: ['hardwareConcurrency'] }, null],
    ['signals that are absent', { frame_mismatch: { absent: 'no frame' } }, null],
  ] as [string, Record<string, SignalValue>, boolean | null][])('reads %s', (_, signals, tampering) => {
    expect(factsOf(signals).tampering).toBe(tampering)
  })
})
