import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DEVICE_SIGNALS } from '../../contract/batch/device.ts'
import { AGAIN, FRAMED, LATE, PLAIN } from './signals.ts'
import { WORKER } from './worker_signals.ts'

const READ = [...Object.keys(PLAIN), ...Object.keys(FRAMED), ...Object.keys(LATE), ...Object.keys(WORKER)]

/** Read together with a fingerprint, or not by the script. */
const ELSEWHERE = ['fingerprint_id', 'file_system', 'gpu_adapter']

describe('device signals', () => {
  it('are those of the contract', () => {
    expect([...READ, ...ELSEWHERE].sort()).toEqual(Object.keys(DEVICE_SIGNALS).sort())
  })

  it('are read once each', () => {
    expect(new Set(READ).size).toBe(READ.length)
  })

  it('include every file that has the name of a signal', () => {
    const files = globSync('*.ts', { cwd: import.meta.dirname }).map((name) => name.replace('.ts', ''))
    const signals = Object.keys(DEVICE_SIGNALS).filter((name) => !ELSEWHERE.includes(name))
    const withFile = signals.filter((name) => files.includes(name))
    expect(withFile.length).toBeGreaterThan(10)
    const source = readFileSync(join(import.meta.dirname, 'signals.ts'), 'utf8')
    expect(withFile.filter((name) => !source.includes(`from './${name}.ts'`))).toEqual([])
  })

  it('are functions that load outside a browser', () => {
    for (const read of Object.values({ ...PLAIN, ...FRAMED, ...LATE })) expect(read).toBeTypeOf('function')
  })

  it('are read again only if they are cheap', () => {
    expect(AGAIN.filter((name) => !(name in PLAIN))).toEqual([])
  })
})
