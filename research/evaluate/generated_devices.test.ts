import { describe, expect, it } from 'vitest'
import { type Outcome, strengthOf } from '../../src/checks/check.ts'
import { bot } from '../../src/checks/device/bot.ts'
import { foldSession } from '../../src/features/session/session.ts'
import { isFull } from '../../test/service/attack_full.ts'
import { type GeneratedDevice, generateDevices, SYSTEMS, visitOf } from './generated_devices.ts'

const COUNT = isFull ? 400 : 100
const SEED = 7
/** Windows and macOS take 8 ms a device. The limit allows for a busy machine. */
const PATIENCE_MS = 120_000

const run = (device: GeneratedDevice): Outcome => bot.run(foldSession(visitOf(device)))
const count = (devices: readonly GeneratedDevice[], is: (outcome: Outcome) => boolean): number =>
  devices.map(run).filter(is).length
const isDetected = ({ result }: Outcome): boolean => result === 'Detected'

describe('generated devices', () => {
  it.each(SYSTEMS)(
    'are not detected on %s, and at most 1%% have points',
    (system) => {
      const devices = generateDevices(system, COUNT, SEED)
      const real = devices.filter(({ isFaked }) => !isFaked)
      expect(real.length).toBeGreaterThan(0.9 * COUNT)
      expect(count(real, isDetected)).toBe(0)
      expect(count(real, (outcome) => strengthOf(outcome) > 0)).toBeLessThanOrEqual(COUNT / 100)
      const driven = real.map((device) => ({ ...device, signals: { ...device.signals, webdriver: true } }))
      expect(count(driven, isDetected)).toBe(real.length)
    },
    PATIENCE_MS,
  )

  it('are detected where a desktop poses as a phone', () => {
    const phones = generateDevices('android', COUNT, SEED).filter(({ isFaked }) => !isFaked)
    const chromium = phones.filter(({ signals }) => /Chrome\//.test(String(signals.user_agent)))
    const posing = chromium.map((device) => ({
      ...device,
      signals: { ...device.signals, brave: false, memory: 16, plugins: 5, pdf_viewer: true },
    }))
    expect(count(posing, isDetected)).toBe(chromium.length)
  })

  it('are the same in every run', () => {
    const [first, again, other] = [SEED, SEED, SEED + 1].map((seed) => generateDevices('ios', 20, seed))
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
  })
})
