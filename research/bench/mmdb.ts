/**
 * Compares our MMDB reader with mmdb-lib: lookup time and memory on the included country data, then small files that
 * exhaust a naive reader. Both readers alternate over the same addresses, each from text to country.
 *
 *   npm install --no-save mmdb-lib@3.0.3
 *   node research/bench/mmdb.ts [rounds, 9]
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { zstdDecompressSync } from 'node:zlib'
import { type Address, parseAddress } from '../../src/network/address.ts'
import { readCountries } from '../../src/network/country.ts'
import { INCLUDED_COUNTRIES } from '../../src/network/included.ts'
import { hostileMmdbs } from '../../test/samples/written_mmdb.ts'

const LOOKUPS = 200_000
const MEGABYTE = 1024 * 1024
/** A reader that needs more time or memory for a hostile file is stopped. */
const LIMIT_S = 20
const HEAP_MB = 1024

type Lookup = (ip: string) => string | null
type Open = (bytes: Buffer) => Promise<Lookup>

interface CountryRecord {
  readonly country_code?: string
  readonly country?: { readonly iso_code?: string }
}

async function openLibrary(bytes: Buffer, options: object): Promise<Lookup> {
  // Imported by name, because the library is not a dependency.
  const name: string = 'mmdb-lib'
  const { Reader } = await import(name)
  const reader = new Reader(bytes, options)
  return (ip) => {
    const record = reader.get(ip) as CountryRecord | null
    return record?.country_code ?? record?.country?.iso_code ?? null
  }
}

const READERS: Readonly<Record<string, Open>> = {
  own: async (bytes) => {
    const { countryOf } = readCountries(bytes)
    return (ip) => countryOf(parseAddress(ip) as Address)
  },
  'mmdb-lib': (bytes) => openLibrary(bytes, {}),
  'mmdb-lib, cache': (bytes) => openLibrary(bytes, { cache: new Map() }),
}

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
} as const

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] as number
const between = (values: readonly number[]) =>
  `${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)}`

async function compareTimes(bytes: Buffer, rounds: number): Promise<void> {
  const readers = new Map<string, Lookup>()
  for (const [name, open] of Object.entries(READERS)) readers.set(name, await open(bytes))
  for (const [family, addressAt] of Object.entries(ADDRESSES)) {
    const addresses = Array.from({ length: LOOKUPS }, (_, at) => addressAt(at))
    const times = new Map([...readers.keys()].map((name) => [name, [] as number[]]))
    const answers = new Map<string, number>()
    // The first round compiles the code and fills the caches.
    for (let round = 0; round <= rounds; round++) {
      for (const [name, lookup] of readers) {
        let known = 0
        const start = performance.now()
        for (const address of addresses) if (lookup(address) !== null) known++
        const ns = ((performance.now() - start) * 1e6) / LOOKUPS
        if (round > 0) times.get(name)?.push(ns)
        answers.set(name, known)
      }
    }
    if (new Set(answers.values()).size > 1) throw new Error(`the readers disagree: ${[...answers]}`)
    const own = times.get('own') as number[]
    for (const [name, list] of times) {
      const ratios = list.map((ns, round) => ns / (own[round] as number))
      console.log(
        `${family}, ${name}: ${median(list).toFixed(0)} ns, ${median(ratios).toFixed(1)} times ours (${between(ratios)})`,
      )
    }
  }
}

const heldMiB = async () => {
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.()
    await setImmediate()
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / MEGABYTE
}

async function measureMemory(name: string): Promise<void> {
  const bytes = readFileSync(countryFile())
  const before = await heldMiB()
  const lookup = await (READERS[name] as Open)(bytes)
  let known = 0
  for (const addressAt of Object.values(ADDRESSES)) {
    for (let at = 0; at < LOOKUPS; at++) if (lookup(addressAt(at)) !== null) known++
  }
  const held = (await heldMiB()) - before
  console.log(`memory excluding the file, ${name}: ${held.toFixed(1)} MiB after ${known} countries`)
  if (lookup('192.0.2.1') !== null) throw new Error('a documentation address has a country')
}

async function openHostile(name: string, file: string): Promise<void> {
  const bytes = hostileMmdbs()[file] as Buffer
  const start = performance.now()
  let result = 'no error'
  try {
    ;(await (READERS[name] as Open)(bytes))('192.0.2.1')
  } catch (error) {
    result = `${(error as Error).name}: ${(error as Error).message.slice(0, 60)}`
  }
  const mib = Math.round(process.resourceUsage().maxRSS / 1024)
  console.log(`  ${name}: ${result} (${(performance.now() - start).toFixed(0)} ms, process ${mib} MiB)`)
}

/** Readers take the path of an uncompressed file. */
function countryFile(): string {
  const path = join(tmpdir(), 'byhand-bench-countries.mmdb')
  writeFileSync(path, zstdDecompressSync(readFileSync(INCLUDED_COUNTRIES.path)))
  return path
}

function child(...args: string[]): void {
  const flags = ['--expose-gc', `--max-old-space-size=${HEAP_MB}`]
  const { status, signal } = spawnSync(process.execPath, [...flags, import.meta.filename, ...args], {
    stdio: ['ignore', 'inherit', 'ignore'],
    timeout: LIMIT_S * 1000,
  })
  if (status === 0) return
  const reason =
    signal === 'SIGTERM' ? `stopped after ${LIMIT_S} s` : `the process crashed (${signal ?? status})`
  console.log(`  ${args[1]}: ${reason}`)
}

const [first = '9', name = '', file = ''] = process.argv.slice(2)
if (first === 'memory') await measureMemory(name)
else if (first === 'hostile') await openHostile(name, file)
else {
  await compareTimes(readFileSync(countryFile()), Number(first))
  for (const reader of Object.keys(READERS)) child('memory', reader)
  for (const hostile of Object.keys(hostileMmdbs())) {
    console.log(hostile)
    for (const reader of Object.keys(READERS)) child('hostile', reader, hostile)
  }
}
