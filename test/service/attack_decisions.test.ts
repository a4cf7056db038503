/** No forger gets in at any enforcement point. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { factDigest, openTokens } from '../../src/server/collect/token.ts'
import { openForgingEngine } from '../browser/forging_engine.ts'
import { inParallel } from '../faults/engines.ts'
import { amount, tell, visitCount } from './attack_full.ts'
import { randomId, UNLIMITED } from './collect_client.ts'
import { POINTS, resultOf } from './enforcement_points.ts'
import { type EquippedPlace, FORGERS, KNOWN_GAPS, type OpenSession } from './forgers.ts'
import { honestVisit } from './honest_visit.ts'
import { runService } from './running_service.ts'

const VISITS = visitCount(5, 100)
const WORKERS = 20
/** Typed one after another; a passed task counts for an hour. */
const WITHIN_AN_HOUR = 20
/** Of one forger, on a busy machine. */
const TIMEOUT_MS = amount(300_000, 3_000_000)

let place: EquippedPlace
beforeAll(async () => {
  const clock = { now: Date.now() }
  const service = await runService(UNLIMITED, { now: () => clock.now })
  const site = await service.workspace()
  await service.services.store.keys.changeSettings(site.id, (before) => ({
    ...before,
    forward_auth: [{ path: '/signup', on_unknown: 'block' }],
  }))
  place = { service, site, clock, engine: await openForgingEngine(service.address) }
})
afterAll(async () => {
  await place?.engine.close()
  await place?.service.stop()
})

/** How many of the sessions each point lets in. */
async function letIn(sessions: readonly OpenSession[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name, letsIn } of POINTS) {
    let count = 0
    // Forward auth waits for the last events of each.
    await inParallel(WORKERS, sessions.length, async (index) => {
      if (await letsIn(place, await resultOf(place, sessions[index] as OpenSession, name))) count++
    })
    counts[name] = count
  }
  return counts
}

const atEach = (count: unknown) => Object.fromEntries(POINTS.map(({ name }) => [name, count]))

/** The same visits as the forgers send, from a browser that passed its challenge. */
async function honestSessions(): Promise<OpenSession[]> {
  const { service, site, clock } = place
  const { store, config } = service.services
  const tokens = await openTokens(store.keys, config.tokenKey)
  return Promise.all(
    Array.from({ length: VISITS }, async () => {
      const sessionId = randomId(16)
      await site.append(sessionId, honestVisit(clock.now))
      const subject = { sessionId, workspace: site.id, siteKeyId: site.siteKeyId }
      return { sessionId, token: tokens.sign(subject, clock.now, { agent: factDigest('') }) }
    }),
  )
}

describe('every enforcement point', { timeout: TIMEOUT_MS }, () => {
  it.each(FORGERS)('refuses $name', async ({ name, send }) => {
    const sessions = await send(place, VISITS)
    expect(sessions).toHaveLength(VISITS)
    const counts = await letIn(sessions)
    tell(name, counts)
    expect(counts).toEqual(atEach(0))
  })

  it.each(KNOWN_GAPS)('known gap: lets in $name', async ({ name, send }) => {
    const counts = await letIn(await send(place, Math.min(VISITS, WITHIN_AN_HOUR)))
    tell(name, counts)
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0)
  })

  it('control: accepts sessions whose browser passed its challenge', async () => {
    const counts = await letIn(await honestSessions())
    tell('control', counts)
    expect(counts).toEqual(atEach(VISITS))
  })
})
