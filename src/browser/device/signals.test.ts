import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DEVICE_SIGNALS } from '../../contract/device.ts'
import { AGAIN, FRAMED, LATE, PLAIN } from './signals.ts'

const READ = [...Object.keys(PLAIN), ...Object.keys(FRAMED), ...Object.keys(LATE)]

/** Read along with a fingerprint, or not by the script at all. */
const ELSEWHERE = ['fingerprint_id', 'file_system', 'gpu_adapter']

describe('device signals', () => {
  it('are those of the contract', () => {
    expect([...READ, ...ELSEWHERE].sort()).toEqual(Object.keys(DEVICE_SIGNALS).sort())
  })

  it('are read once each', () => {
    expect(new Set(READ).size).toBe(READ.length)
  })

  it('are a file each, with the name they have on the wire', () => {
    const files = globSync('*.ts', { cwd: import.meta.dirname }).map((name) => name.replace('.ts', ''))
    expect(READ.filter((name) => !files.includes(name))).toEqual([])
  })

  it('are read again only where that costs nothing', () => {
    expect(AGAIN.filter((name) => !(name in PLAIN))).toEqual([])
  })
})
