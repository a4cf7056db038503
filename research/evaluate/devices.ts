/** `node research/evaluate/devices.ts`: results of `bot` on generated devices, written into docs/benchmarks/tables. */
import { join } from 'node:path'
import { strengthOf } from '../../src/checks/check.ts'
import { bot } from '../../src/checks/device/bot.ts'
import { foldSession } from '../../src/features/session/session.ts'
import { type Cell, writeTables } from '../../tools/tables.ts'
import { generateDevices, SYSTEMS, type System, visitOf } from './generated_devices.ts'

const DATA = join(import.meta.dirname, '..', '..', 'docs', 'benchmarks', 'tables', 'devices.json')
const DRAWN = 4_000
/** Not the seed on which the rules for phones were checked. */
const SEED = 2026

const NAMES: Readonly<Record<System, string>> = {
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
  android: 'Android',
  ios: 'iOS',
}

const rows = SYSTEMS.map((system): Cell[] => {
  const devices = generateDevices(system, DRAWN, SEED).map((device) => ({
    ...device,
    outcome: bot.run(foldSession(visitOf(device))),
  }))
  const real = devices.filter(({ isFaked }) => !isFaked)
  const faked = devices.filter(({ isFaked }) => isFaked)
  const shareIn = (of: typeof devices, is: (one: (typeof devices)[number]) => boolean): Cell => [
    of.filter(is).length,
    of.length,
  ]
  const isDetected = ({ outcome }: (typeof devices)[number]) => outcome.result === 'Detected'
  return [
    NAMES[system],
    new Set(real.map(({ signals }) => JSON.stringify(signals))).size,
    shareIn(real, isDetected),
    shareIn(real, ({ outcome }) => strengthOf(outcome) > 0),
    shareIn(faked, isDetected),
  ]
})
writeTables(DATA, [
  {
    id: 'systems',
    title: 'Results of bot on generated devices',
    head: ['system', 'distinct devices', '`Detected`', 'any points', 'faked devices, `Detected`'],
    rows,
  },
])
