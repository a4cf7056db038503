/** Cost of a lookup in nanoseconds, and memory use of the data. Run: `node --expose-gc research/bench/network.ts`. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { openNetwork } from '../../src/network/lookup.ts'

const LOOKUPS = 200_000
const ROUNDS = 5
const MEGABYTE = 1024 * 1024

const used = async () => {
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.()
    await setImmediate()
  }
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage()
  return { held: (heapUsed + arrayBuffers) / MEGABYTE, rss: rss / MEGABYTE }
}

const before = await used()
const cpuBefore = process.cpuUsage()
const startedAt = performance.now()
const network = openNetwork({ folder: process.argv[2] ?? join(tmpdir(), 'byhand-network-none') })
const loaded = network.reload()
const loadMs = performance.now() - startedAt
const cpu = process.cpuUsage(cpuBefore)
const after = await used()
console.log(
  `loaded ${loaded.join(', ')} in ${loadMs.toFixed(0)} ms (${((cpu.user + cpu.system) / 1000).toFixed(0)} ms of CPU)`,
)
console.log(
  `memory used ${(after.held - before.held).toFixed(1)} MB${globalThis.gc ? '' : ' (run with --expose-gc for an exact figure)'}, process ${after.rss.toFixed(0)} MB`,
)

/** Addresses in an order that defeats caches. */
const mixed = (at: number) => Math.imul(at + 1, 0x9e3779b1) >>> 0
const hex = (value: number) => (value & 0xffff).toString(16)
const ADDRESSES = {
  IPv4: (at: number) => {
    const value = mixed(at)
    return `${1 + ((value >>> 24) % 222)}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`
  },
  IPv6: (at: number) => {
    const value = mixed(at)
    return `2a0${hex(value >>> 20).slice(0, 1)}:${hex(value)}:${hex(value >>> 8)}::${hex(value >>> 4)}`
  },
  'IPv4 in IPv6': (at: number) => `::ffff:${ADDRESSES.IPv4(at)}`,
  private: (at: number) => `10.${at & 255}.1.1`,
} as const

for (const [family, addressAt] of Object.entries(ADDRESSES)) {
  const addresses = Array.from({ length: LOOKUPS }, (_, at) => addressAt(at))
  const rounds: number[] = []
  let known = 0
  for (let round = 0; round < ROUNDS; round++) {
    const start = process.hrtime.bigint()
    for (const address of addresses) if (network.facts(address).asn !== null) known++
    rounds.push(Number(process.hrtime.bigint() - start) / LOOKUPS)
  }
  rounds.sort((a, b) => a - b)
  const share = ((known / LOOKUPS / ROUNDS) * 100).toFixed(0)
  console.log(
    `${family.padEnd(13)} ${rounds[0]?.toFixed(0)} ns best, ${rounds[ROUNDS >> 1]?.toFixed(0)} median, ${rounds.at(-1)?.toFixed(0)} worst round; operator known for ${share}%`,
  )
}
