/** Ids and keys cannot be guessed by brute force, from their structure or from response times. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomText as browserText } from '../../src/browser/random.ts'
import { hashKey, isWellFormedKey, randomText } from '../../src/server/workspace/keys.ts'
import { amount, tell } from './attack_full.ts'
import { type FilledWorkspace, setUpWorkspace } from './attack_workspace.ts'
import { collectClient, randomId, times, UNLIMITED } from './collect_client.ts'
import { type RunningService, runService } from './running_service.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

let service: RunningService
let filled: FilledWorkspace
let stranger: FilledWorkspace
beforeAll(async () => {
  service = await runService({ ...UNLIMITED, BYHAND_LOG_LEVEL: 'silent' })
  filled = await setUpWorkspace(service.services.store)
  stranger = await setUpWorkspace(service.services.store)
})
afterAll(() => service?.stop())

describe('session ids', () => {
  const GUESSES = amount(1_000, 100_000)

  it(`are not found by ${GUESSES} guesses, similar and random`, async () => {
    const client = collectClient(service.address)
    const near = (index: number) => {
      const bytes = Buffer.from(filled.session, 'base64url')
      bytes[index % 16] = (bytes[index % 16] as number) ^ (1 << (index % 8))
      return index % 256 === 255 ? `${filled.session}A` : bytes.toString('base64url')
    }
    const headers = { authorization: `Bearer ${filled.secretKey}` }
    const get = (id: string) => client.send('GET', `/v1/sessions/${id}/report`, headers)
    let hits = 0
    await times(GUESSES, async (index) => {
      if ((await get(index % 2 === 0 ? randomId(16) : near(index))).status !== 404) hits++
    })
    // The session exists.
    expect((await get(filled.session)).status).toBe(200)
    client.close()
    expect(hits).toBe(0)
    tell('guessed session ids', { guesses: GUESSES, hits })
  })
})

/** Deviations from randomness in standard units: single bits, neighboring bits, and shared prefixes. */
function oddness(ids: readonly Buffer[]) {
  const bits = ids.flatMap((id) =>
    [...id].flatMap((byte) => Array.from({ length: 8 }, (_, at) => (byte >> (7 - at)) & 1)),
  )
  const ones = bits.reduce((sum, bit) => sum + bit, 0)
  const monobit = Math.abs(2 * ones - bits.length) / Math.sqrt(bits.length)
  const pairs = [0, 0, 0, 0]
  for (let at = 0; at + 1 < bits.length; at += 2) {
    const pair = 2 * (bits[at] as number) + (bits[at + 1] as number)
    pairs[pair] = (pairs[pair] as number) + 1
  }
  const expected = bits.length / 8
  const serial = pairs.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  const beginnings = new Set(ids.map((id) => id.subarray(0, 4).toString('hex'))).size
  return { monobit, serial, repeated: ids.length - beginnings }
}

/** Five sigma; the 1-in-3-million point of chi-square with three degrees of freedom; 1 in 4 billion per pair. */
const isRandom = ({ monobit, serial, repeated }: ReturnType<typeof oddness>) =>
  monobit < 5 && serial < 33 && repeated <= 1

describe('random values', () => {
  const MADE = amount(1_000, 20_000)
  const make = (one: () => Buffer) => oddness(Array.from({ length: MADE }, one))

  it.each<[string, () => Buffer]>([
    ['session ids of the browser script', () => Buffer.from(browserText(22), 'base64url')],
    ['tokens', () => randomBytes(32)],
    [
      'ids of the service',
      // One bit per character: its half of the alphabet.
      () => bitsOf(randomText(128)),
    ],
  ])('have no bias and contain no time: %s', (name, one) => {
    const found = make(one)
    tell(`randomness of ${name}`, found)
    expect(isRandom(found), JSON.stringify(found)).toBe(true)
  })

  it('a value that begins with the time is found (control)', () => {
    const withTime = () => {
      const id = randomBytes(16)
      id.writeUIntBE(Date.now(), 0, 6)
      return id
    }
    expect(isRandom(make(withTime))).toBe(false)
  })
})

function bitsOf(text: string): Buffer {
  const halves = [...text].map((char) => (ALPHABET.indexOf(char) < ALPHABET.length / 2 ? '0' : '1')).join('')
  return Buffer.from((halves.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Prepares one attempt; only the attempt itself is timed. */
type Attempt = () => () => Promise<unknown>

interface Times {
  readonly t: number
  /** Difference of the medians. */
  readonly ratio: number
}

/** The slowest fifth is excluded, because it is due to garbage collection, other processes or the disk. */
const KEPT_SHARE = 0.8

/** Measures both kinds in one run in random order, so that other load affects both. */
async function compare(runs: number, one: Attempt, other: Attempt): Promise<Times> {
  const taken: [number[], number[]] = [[], []]
  for (let run = 0; run < runs; run++) {
    const first = (randomBytes(1)[0] as number) & 1
    for (const kind of [first, 1 - first] as (0 | 1)[]) {
      const attempt = kind === 0 ? one() : other()
      const begin = process.hrtime.bigint()
      await attempt()
      taken[kind].push(Number(process.hrtime.bigint() - begin))
    }
  }
  const [a, b] = taken.map((all) =>
    all.sort((x, y) => x - y).slice(0, Math.floor(KEPT_SHARE * all.length)),
  ) as [number[], number[]]
  return { t: welch(a, b), ratio: (a[a.length >> 1] as number) / (b[b.length >> 1] as number) }
}

function welch(a: readonly number[], b: readonly number[]): number {
  const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length
  const spread = (all: readonly number[], middle: number) =>
    all.reduce((sum, one) => sum + (one - middle) ** 2, 0) / (all.length - 1)
  const [ma, mb] = [mean(a), mean(b)]
  return (ma - mb) / Math.sqrt(spread(a, ma) / a.length + spread(b, mb) / b.length)
}

/** A larger difference is significant: random in one of 150,000 cases. */
const T = 4.5
const TRIES = 4

/** A leak shows in every run; the effect of other load does not. */
async function quietest(measure: () => Promise<Times>, isQuiet: (found: Times) => boolean): Promise<Times> {
  let found = await measure()
  for (let tried = 1; tried < TRIES && !isQuiet(found); tried++) found = await measure()
  return found
}

describe('the time of a refusal', () => {
  const RUNS = amount(2_000, 25_000)
  let right: string
  const wrong = `bh_sk_${randomText(22)}`
  beforeAll(() => {
    right = filled.secretKey.slice(0, 28)
  })

  /** An unknown key with this prefix and a valid checksum, as an attacker would make it. */
  function guess(beginning: string): string {
    const body = `${beginning}${randomText(33)}`.slice(0, 33)
    let rest = crc32(body)
    let checksum = ''
    for (let at = 0; at < 6; at++) {
      checksum = ALPHABET[rest % 62] + checksum
      rest = Math.floor(rest / 62)
    }
    return body + checksum
  }

  it('does not reveal whether the prefix of a key exists', async () => {
    const { keys } = service.services
    expect(isWellFormedKey(guess(right))).toBe(true)
    const finding =
      (beginning: string): Attempt =>
      () => {
        const key = guess(beginning)
        return () => keys.find(key)
      }
    await compare(500, finding(right), finding(wrong))
    const found = await quietest(
      () => compare(RUNS, finding(right), finding(wrong)),
      ({ t }) => Math.abs(t) < T,
    )
    tell('time of a key that begins right', {
      pairs: RUNS,
      t: found.t.toFixed(2),
      ratio: found.ratio.toFixed(3),
    })
    expect(Math.abs(found.t)).toBeLessThan(T)
    expect(await keys.find(guess(right))).toBeNull()
    expect(await keys.find(filled.secretKey)).not.toBeNull()
  })

  it('reveals the prefix if keys are looked up by it (control)', async () => {
    const byBeginning = new Map([[filled.secretKey.slice(0, 28), hashKey(filled.secretKey)]])
    const leaky = async (key: string) => {
      const hash = byBeginning.get(key.slice(0, 28))
      return hash !== undefined && timingSafeEqual(hash, hashKey(key))
    }
    const finding =
      (beginning: string): Attempt =>
      () => {
        const key = guess(beginning)
        return () => leaky(key)
      }
    const { t } = await compare(RUNS, finding(right), finding(wrong))
    expect(Math.abs(t)).toBeGreaterThan(T)
  })

  it('does not reveal whether another workspace has a session', async () => {
    const client = collectClient(service.address)
    const headers = { authorization: `Bearer ${stranger.secretKey}` }
    const getting =
      (idOf: () => string): Attempt =>
      () => {
        const path = `/v1/sessions/${idOf()}/report`
        return () => client.send('GET', path, headers)
      }
    const [theirs, unused] = [getting(() => filled.session), getting(() => randomId(16))]
    const pairs = amount(300, 5_000)
    await compare(100, theirs, unused)
    const found = await quietest(
      () => compare(pairs, theirs, unused),
      ({ ratio }) => ratio > 0.9 && ratio < 1.1,
    )
    client.close()
    tell("time of another's session", { pairs, t: found.t.toFixed(2), ratio: found.ratio.toFixed(3) })
    expect(found.ratio).toBeGreaterThan(0.9)
    expect(found.ratio).toBeLessThan(1.1)
  })
})
