import { describe, expect, it } from 'vitest'
import { foldSession, type SessionFeatures } from '../../features/session/session.ts'
import { virtualMachine } from './virtual_machine.ts'

const blank = foldSession({ sessionId: '', userId: null, tags: [], batches: [], tampered: 0, overflow: 0 })
const BROWSER = { engine: 'chromium', os: 'linux', desktop: true, blurs: false } as const
const run = (device: Partial<SessionFeatures['device']>) =>
  virtualMachine.run({
    device: {
      ...blank.device,
      readings: 1,
      renderers: ['AMD Radeon'],
      rendererAbsent: false,
      browser: BROWSER,
      ...device,
    },
  })

describe('virtual_machine', () => {
  it.each([
    'SVGA3D; build: RELEASE',
    'VMware SVGA 3D',
    'Parallels Display Adapter',
    'virgl',
    'VirtualBox Graphics Adapter',
  ])('detects the adapter %s', (renderer) => {
    expect(run({ renderers: [renderer] })).toMatchObject({ result: 'Detected', strength: 1 })
  })

  it('detects three signs, not two', () => {
    const two = { cores: 2, zone: 'UTC' }
    expect(run(two).result).toBe('Not detected')
    expect(run({ ...two, renderers: ['llvmpipe'] })).toMatchObject({ result: 'Detected', strength: 0.6 })
  })

  it('detects a phone that a desktop browser emulates', () => {
    const browser = { ...BROWSER, os: 'android', desktop: false } as const
    const phoneContradictions = ['cores', 'memory', 'plugins'] as const
    expect(run({ browser, phoneContradictions })).toMatchObject({ result: 'Detected', strength: 0.6 })
    expect(run({ browser, phoneContradictions: ['plugins'] }).result).toBe('Unknown')
  })

  it('is Unknown for phones and for browsers that report UTC and two cores for privacy', () => {
    const signs = { cores: 2, zone: 'UTC', screen: [1000, 900], available: [1000, 900] } as const
    expect(run({ ...signs, browser: { ...BROWSER, blurs: true } }).result).toBe('Unknown')
    expect(run({ ...signs, browser: { ...BROWSER, os: 'android', desktop: false } }).result).toBe('Unknown')
  })

  it('is Unknown for a browser that reports nothing', () => {
    expect(run({ readings: 0 }).result).toBe('Unknown')
    expect(run({ renderers: [], rendererAbsent: true }).result).toBe('Unknown')
  })
})
