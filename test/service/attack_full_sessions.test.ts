/** A program that fills sessions and has them scored again and again delays no other visitor for long. */
import { availableParallelism } from 'node:os'
import { expect, it } from 'vitest'
import { ROWS } from '../../src/contract/batch/rows.ts'
import { INGEST_PATH, RESULT_SUFFIX } from '../../src/contract/paths.ts'
import { collectClient, type Loose, makeBatch, randomId, UNLIMITED } from './collect_client.ts'
import { type RunningService, runService } from './running_service.ts'

const SESSIONS = 12
const BATCHES = 8
const BATCH_ROWS = 4_900
/** Each thread of the service may work on one of them, and the next may have its turn before the visitor. */
const AHEAD = 2 * availableParallelism()

interface Filled {
  readonly own: Loose
  readonly next: Loose
}

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, i) => [
    ROWS.move.code,
    160 + (i % 37),
    (i % 7) - 3,
    ((i * 5) % 9) - 4,
    1,
    1,
  ])

/** The session of a visitor at this address. */
async function fill(
  { address }: RunningService,
  siteKey: string,
  ip: string,
  [batches, rows]: readonly [number, number],
): Promise<Filled> {
  const client = collectClient(address)
  const session_id = randomId(16)
  const base = { session_id, tab: randomId(6), time_origin: Date.now() - 60_000, at: [500, 500] }
  let token: string | undefined
  for (let seq = 0; seq < batches; seq++) {
    const fields = { ...base, seq, start: seq * 1_000, rows: rowsOf(rows), ...(token && { token }) }
    const reply = await client.post(makeBatch(siteKey, fields), { 'x-forwarded-for': ip })
    if (reply.status !== 200) throw new Error(reply.text)
    token = reply.json.token
  }
  client.close()
  const own = { site_key: siteKey, session_id, token }
  return {
    own,
    next: makeBatch(siteKey, { ...base, token, seq: batches, start: batches * 1_000, rows: rowsOf(1) }),
  }
}

it('a program with full sessions delays others by one report, not by all', async () => {
  const service = await runService({ ...UNLIMITED, BYHAND_TRUSTED_PROXIES: 'loopback' })
  const results = collectClient(service.address, INGEST_PATH + RESULT_SUFFIX)
  const batches = collectClient(service.address)
  try {
    const site = await service.workspace()
    const elsewhere = await service.workspace()
    const attacker = '198.51.100.9'
    const full: Filled[] = []
    for (let index = 0; index < SESSIONS; index++)
      full.push(await fill(service, site.siteKey, attacker, [BATCHES, BATCH_ROWS]))
    const visitors = [
      await fill(service, elsewhere.siteKey, '192.0.2.1', [1, 60]),
      await fill(service, site.siteKey, '192.0.2.2', [1, 60]),
      // Control: at the address of the program.
      await fill(service, site.siteKey, attacker, [1, 60]),
    ]
    const ended: string[] = []
    const ask = async (name: string, { own }: Filled) => {
      const { status } = await results.post(own, { origin: 'https://shop.example' })
      expect(status).toBe(200)
      ended.push(name)
    }
    for (const { next } of full) {
      const { status } = await batches.post(next, { 'x-forwarded-for': attacker })
      expect(status).toBe(200)
    }
    const attack = full.map((session) => ask('full', session))
    // Their turns are taken.
    await new Promise((resolve) => setTimeout(resolve, 200))
    await Promise.all([
      ...attack,
      ...visitors.map((visitor, index) =>
        ask(['elsewhere', 'same workspace', 'control'][index] as string, visitor),
      ),
    ])
    expect(ended.indexOf('elsewhere')).toBeLessThanOrEqual(AHEAD)
    expect(ended.indexOf('same workspace')).toBeLessThanOrEqual(AHEAD)
    expect(ended.indexOf('control')).toBeGreaterThan(AHEAD)
  } finally {
    results.close()
    batches.close()
    await service.stop()
  }
})
