/** Memory use of bodies that expand, nest or stall, measured on a service in its own process. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { amount, tell } from './attack_full.ts'
import { type CollectClient, collectClient, makeBatch, times, UNLIMITED } from './collect_client.ts'
import { type Running, serveUntil, stop } from './command.ts'
import { requestOf } from './survey_client.ts'

const MOST_MB = 256
const folder = mkdtempSync(join(tmpdir(), 'byhand-memory-'))
let running: Running & { readonly address: string }
let client: CollectClient
let siteKey: string
let secretKey: string

beforeAll(async () => {
  const env = { ...UNLIMITED, BYHAND_RATE_SURVEYS_PER_KEY: '0' }
  running = await serveUntil({ folder, env }, /bh_sk_\w+[\s\S]*bh_sk_|bh_pk_\w+[\s\S]*bh_sk_\w+/)
  const printed = running.output().stdout
  siteKey = /bh_pk_\w+/.exec(printed)?.[0] as string
  secretKey = /bh_sk_\w+/.exec(printed)?.[0] as string
  client = collectClient(running.address)
})
afterAll(async () => {
  client?.close()
  if (running !== undefined) await stop(running)
  rmSync(folder, { recursive: true, force: true })
})

const survey = (body: Uint8Array | string, encoding = '', type = 'application/json') =>
  fetch(`${running.address}/survey-check/v021`, {
    method: 'POST',
    headers: { api_key: secretKey, 'content-type': type, ...(encoding && { 'content-encoding': encoding }) },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })

/** Current memory, and its peak since `mark`. */
function residentMb(): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${running.child.pid}/status`, 'utf8'))?.[1]) / 1024
}
async function highest(during: () => Promise<void>): Promise<number> {
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, residentMb())
  }, 20)
  await during().finally(() => clearInterval(timer))
  return Math.max(most, residentMb())
}

it('stays within its memory limits for decompression bombs and other large bodies, and keeps serving', async () => {
  const zeros = Buffer.alloc(100 * 1024 * 1024)
  const gz = gzipSync(zeros)
  // As many gzip members as fit the limit of received bytes: more than ten gigabytes of zeros.
  const endless = Buffer.concat(Array(Math.floor((15 * 1024 * 1024) / gz.length)).fill(gz))
  const bombs: readonly (readonly [Buffer, string])[] = [
    [endless, 'gzip'],
    [brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }), 'br'],
    [deflateSync(zeros), 'deflate'],
    [zstdCompressSync(zeros), 'zstd'],
  ]
  const largeBodies: readonly (() => string | Buffer)[] = [
    () => '['.repeat(900_000),
    () => `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`,
    () => `{"survey_id":"${'x'.repeat(8_000_000)}"}`,
    () => `{"questions":{${Array.from({ length: 100_000 }, (_, at) => `"k${at}":"q"`)}}}`,
    () => Buffer.alloc(16 * 1024 * 1024 + 1, ' '),
    () => Buffer.alloc(4 * 1024 * 1024, 0xff),
    () => `{"x":[${'0,'.repeat(1_000_000)}0]}`,
  ]
  // Threads and models are loaded before the measurement.
  await times(24, async (index) => {
    expect((await survey(JSON.stringify(requestOf('warm', `p${index}`)))).status).toBe(200)
  })
  expect((await client.post(makeBatch(siteKey))).status).toBe(200)
  const before = residentMb()

  let answered = 0
  const most = await highest(async () => {
    for (const [bomb, encoding] of bombs) {
      const { status } = await survey(bomb, encoding)
      expect([encoding, status]).toEqual([encoding, 413])
      const sent = await client.post(bomb.subarray(0, 250 * 1024), { 'content-encoding': encoding })
      expect([encoding, [400, 413, 415].includes(sent.status)]).toEqual([encoding, true])
      answered += 2
    }
    const rounds = amount(1, 40)
    for (let round = 0; round < rounds; round++) {
      await times(
        largeBodies.length,
        async (index) => {
          const body = largeBodies[index]?.() as string | Buffer
          const { status } = await survey(body)
          expect([index, status >= 400 && status < 500]).toEqual([index, true])
          const sent = await client.post(body.slice(0, 256 * 1024 + 1) as Buffer)
          expect([index, sent.status >= 400 && sent.status < 500]).toEqual([index, true])
          answered += 2
        },
        2,
      )
    }
  })
  tell('memory under bombs, MB', {
    before: Math.round(before),
    most: Math.round(most),
    hostile: answered,
    bomb_gib: Math.round((endless.length / gz.length) * 0.0977),
  })
  expect(most - before).toBeLessThan(MOST_MB)
  expect((await survey(JSON.stringify(requestOf('after', 'p')))).status).toBe(200)
  expect((await client.post(makeBatch(siteKey))).status).toBe(200)
  expect(running.child.exitCode).toBeNull()
}, 600_000)
