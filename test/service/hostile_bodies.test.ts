/** Malicious bodies: the service answers each with a 4xx and continues. */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, createGzip, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Problem } from '../../src/contract/problem.ts'
import { printedKeys, type ServiceProcess, startService } from '../faults/service_process.ts'
import { type CollectClient, collectClient, type Loose, makeBatch, type Reply } from './collect_client.ts'

const RUNS = 3_000
/** An idle service takes about 130 MiB, and the network data about as much. */
const MOST_RESIDENT_MIB = 400

let folder: string
let service: ServiceProcess
let client: CollectClient
let siteKey: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byhand-hostile-'))
  service = (await startService(folder)) as ServiceProcess
  ;({ siteKey } = await printedKeys(service))
  client = collectClient(service.address)
})
afterAll(async () => {
  client.close()
  await service.kill('SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

const problem = Compile(Problem)

function expectRefused({ status, json, text }: Reply): void {
  expect(status, text).toBeGreaterThanOrEqual(400)
  expect(status, text).toBeLessThan(500)
  expect(problem.Check(json), text).toBe(true)
}

const residentMib = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.child.pid}/status`, 'utf8'))?.[1]) / 1024

async function expectAlive(): Promise<void> {
  expect((await client.post(makeBatch(siteKey))).status).toBe(200)
  expect(residentMib()).toBeLessThan(MOST_RESIDENT_MIB)
}

const absurd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    '\0',
    -1,
    1e308,
    2 ** 53,
    0.5,
    [],
    {},
    [[]],
    '__proto__',
    '\ud800',
    {
      constructor: {},
    },
  ),
  fc.jsonValue({ maxDepth: 5 }),
)

/** A valid batch in which one to three fields, at any depth, are replaced by invalid values. */
const spoiltBatch = fc
  .tuple(
    fc.array(
      fc.tuple(
        fc.constantFrom(
          ...['v', 'site_key', 'session_id', 'tab', 'page', 'seq', 'sent_at', 'time_origin', 'start', 'at'],
          ...[
            'names',
            'rows',
            'device',
            'edits',
            'dropped',
            'user_id',
            'tags',
            'zone',
            'final',
            'token',
            'tab_secret',
          ],
          ...[
            'rows/0',
            'rows/0/0',
            'rows/0/1',
            'names/0',
            'names/0/0',
            'names/0/1',
            'at/0',
            'extra',
            '__proto__',
          ],
        ),
        absurd,
      ),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([spoils]) => {
    const batch = structuredClone(makeBatch(siteKey))
    for (const [path, value] of spoils) {
      const steps = path.split('/')
      const last = steps.pop() as string
      let place: Loose = batch
      for (const step of steps)
        place = typeof place[step] === 'object' && place[step] !== null ? place[step] : {}
      // A copy, because JSON cannot contain a value inside itself.
      const copy = structuredClone(value)
      Object.defineProperty(place, last, {
        value: copy,
        enumerable: true,
        configurable: true,
        writable: true,
      })
    }
    return JSON.stringify(batch)
  })

const hostileBody = fc.oneof(
  { weight: 4, arbitrary: spoiltBatch },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 2_000 }) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 500 }) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 2_000 }).map((bytes) => gzipSync(bytes)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(spoiltBatch, fc.nat({ max: 400 }))
      .map(([body, at]) => body.slice(0, at % body.length)),
  },
)

it(`answers ${RUNS} random bodies with 2xx or 4xx and stays up`, async () => {
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(fc.array(hostileBody, { minLength: 10, maxLength: 10 }), async (bodies) => {
      const replies = await Promise.all(bodies.map((body) => client.post(body)))
      for (const reply of replies) {
        if (reply.status === 200) accepted++
        else expectRefused(reply)
      }
    }),
    { numRuns: RUNS / 10 },
  )
  // A replacement that is valid (an empty tag list, any text as time zone) is not refused.
  expect(accepted).toBeLessThan(RUNS / 3)
  await expectAlive()
})

/** A gzip stream of 1 GiB of zeros in about a megabyte. */
async function bomb(bytes: number): Promise<Buffer> {
  const gzip = createGzip({ level: constants.Z_BEST_COMPRESSION })
  const chunks: Buffer[] = []
  gzip.on('data', (chunk) => chunks.push(chunk))
  const zeros = Buffer.alloc(1024 * 1024)
  for (let written = 0; written < bytes; written += zeros.length) {
    if (!gzip.write(zeros)) await new Promise((resume) => gzip.once('drain', resume))
  }
  gzip.end()
  await new Promise((ended) => gzip.once('end', ended))
  return Buffer.concat(chunks)
}

it('does not decompress a bomb', async () => {
  const quarter = await bomb(200 * 1024 * 1024)
  expect(quarter.length).toBeLessThan(256 * 1024)
  const before = residentMib()
  for (let i = 0; i < 20; i++) {
    const reply = await client.post(quarter, { 'content-encoding': 'gzip' })
    expect(reply).toMatchObject({ status: 413, json: { code: 'body_too_large' } })
  }
  const nested = gzipSync(quarter)
  expectRefused(await client.post(nested, { 'content-encoding': 'gzip' }))
  const gibibyte = Buffer.concat(Array(6).fill(quarter))
  expect((await client.post(gibibyte, { 'content-encoding': 'gzip' })).status).toBe(413)
  expect(residentMib() - before).toBeLessThan(100)
  await expectAlive()
})

it.each<[string, () => string | Buffer, number]>([
  ['250,000 nested arrays', () => '['.repeat(250_000), 400],
  ['40,000 nested objects', () => `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`, 400],
  ['a million nested arrays, gzipped', () => gzipSync('['.repeat(1_000_000)), 400],
  [
    'a number of 200,000 digits',
    () => JSON.stringify(makeBatch(siteKey)).replace('"seq":0', `"seq":${'9'.repeat(200_000)}`),
    400,
  ],
  [
    '20,000 keys',
    () => JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, 1]))),
    400,
  ],
  ['the same key 30,000 times', () => `{${Array(30_000).fill('"v":1').join()}}`, 400],
  [
    '100,000 combining marks',
    () => JSON.stringify(makeBatch(siteKey, { user_id: `a${'\u0301'.repeat(100_000)}` })),
    400,
  ],
  ['a 10,000-character tag', () => JSON.stringify(makeBatch(siteKey, { tags: ['x'.repeat(10_000)] })), 400],
  [
    'invalid UTF-8 in a valid batch',
    () => Buffer.from(JSON.stringify(makeBatch(siteKey, { zone: 'é' })), 'latin1'),
    400,
  ],
  ['overlong UTF-8', () => Buffer.from([0x22, 0xc0, 0x80, 0x22]), 400],
  [
    'a lone surrogate',
    () => JSON.stringify(makeBatch(siteKey, { zone: 'X' })).replace('"X"', '"\\ud800"'),
    400,
  ],
  ['5,001 rows', () => JSON.stringify(makeBatch(siteKey, { rows: Array(5_001).fill([12, 1, 1]) })), 400],
  ['an empty body', () => '', 400],
  ['256 KiB and a byte', () => ' '.repeat(256 * 1024 + 1), 413],
  ['five megabytes', () => ' '.repeat(5 * 1024 * 1024), 413],
  ['a megabyte and a byte, gzipped', () => gzipSync(Buffer.alloc(1024 * 1024 + 1, ' ')), 413],
])('rejects %s', async (_, body, status) => {
  const reply = await client.post(body())
  expectRefused(reply)
  expect(reply.status).toBe(status)
  await expectAlive()
})

it('rejects unsupported content types and encodings', async () => {
  for (const headers of [
    { 'content-type': 'application/xml' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'text/plain; charset=utf-16', 'content-encoding': 'br' },
    { 'content-encoding': 'deflate' },
    { 'content-type': '\t' },
  ]) {
    const reply = await client.post(makeBatch(siteKey), headers as Record<string, string>)
    expect(reply).toMatchObject({ status: 415, json: { code: 'unsupported_media_type' } })
  }
})
