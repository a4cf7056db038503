/** Simulated browsers: each sends the batches of one session after another without pauses. */
import { INGEST_PATH } from '../../src/contract/paths.ts'
import { type NextRequest, post } from './load.ts'
import { randomId, realisticBatch, seeded } from './realistic_batch.ts'

/** A visit of five minutes: the script sends every five seconds. */
const BATCHES_A_SESSION = 60
/** Number of different bodies, to avoid caching effects. */
const BODIES = 16

/** `run` distinguishes the sessions of different measurements. */
export const senders = (count: number, address: string, siteKey: string, run: number): NextRequest[] =>
  Array.from({ length: count }, (_, i) => sender(new URL(address).host, siteKey, run * 10_000 + i + 1))

/** Batches of one session after another; each body is a prepared one with its own seq and token. */
function sender(host: string, siteKey: string, seed: number): NextRequest {
  const random = seeded(seed)
  let prepared: { head: string; tail: string }[] = []
  let seq = 0
  let token: string | undefined
  function prepare(): void {
    const words = {
      siteKey,
      sessionId: randomId(random, 22),
      tabSecret: randomId(random, 22),
      tab: randomId(random, 8),
      seq: 0,
    }
    seq = 0
    token = undefined
    prepared = Array.from({ length: BODIES }, () => {
      const batch = realisticBatch(random, words, Date.now())
      const [head, tail] = JSON.stringify(batch).split('"seq":0') as [string, string]
      return { head, tail }
    })
  }
  prepare()
  return (before) => {
    // Rejected batches are sent again.
    if (before?.status === 200) {
      token = (JSON.parse(before.body) as { token?: string }).token
      if (++seq === BATCHES_A_SESSION) prepare()
    }
    const { head, tail } = prepared[seq % BODIES] as (typeof prepared)[number]
    const proof = token === undefined ? '' : `,"token":"${token}"`
    return post(INGEST_PATH, host, `${head}"seq":${seq}${proof}${tail}`)
  }
}
