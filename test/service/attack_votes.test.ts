/** Votes on challenges that would cost honest visitors the acceptance. */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChallengeAnswer } from '../../src/contract/batch/batch.ts'
import { decodeBatch } from '../../src/contract/batch/codec.ts'
import { weekOf } from '../../src/server/collect/challenge/seeds.ts'
import { userHash, userHashSecret } from '../../src/server/collect/user_hash.ts'
import type { Role } from '../../src/store/accounts.ts'
import { UNLIMITED } from './collect_client.ts'
import { dashboardClient, loginTo } from './dashboard_client.ts'
import { type Clock, type Forger, forge } from './forged_visits.ts'
import { answerWithoutBrowser, CHROME, chromeOf } from './forgers.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

const WEEK_MS = 7 * 24 * 3_600_000
const SYSTEMS = [
  'Windows NT 10.0; Win64; x64',
  'Macintosh; Intel Mac OS X 10_15_7',
  'Linux; Android 14; K',
  'X11; CrOS x86_64 14541.0.0',
]

let service: RunningService
let clock: Clock
beforeAll(async () => {
  clock = { now: Date.now() }
  service = await runService(UNLIMITED, { now: () => clock.now })
})
afterAll(() => service.stop())

/** How many of the visits passed their challenge. */
async function passed(site: TestWorkspace, forger: Forger, count: number): Promise<number> {
  const { visits } = await forge(service, site, clock, count, forger)
  const { sessions } = service.services.store
  let sum = 0
  for (const { sessionId } of visits) {
    const batches = await sessions.batches({ workspace: site.id, sessionId })
    const results = batches.map(({ bytes }) => decodeBatch(bytes).receipt.challenge?.result)
    if (results.includes('passed')) sum++
  }
  return sum
}

/** One visit of each proven user. */
async function vote(site: TestWorkspace, forger: Forger, users: string, count: number): Promise<void> {
  const secret = await userHashSecret(service.services.store.keys, site.id)
  for (let index = 0; index < count; index++) {
    const user = `${users} ${index}`
    const fields = () => ({ user_id: user, user_hash: userHash(secret, user) })
    await forge(service, site, clock, 1, { ...forger, fields })
  }
}

/** A picture that all browsers of a class draw, here made by a program that plays them. */
const picture = (seed: string): string =>
  createHmac('sha256', 'picture').update(seed).digest('base64url').slice(0, 22)

/** As a browser answers whose class the release has not measured. */
function answerOfClass(seeds: string): ChallengeAnswer {
  const [fixed = '', ...weekly] = seeds.split(' ')
  const { seed, results } = answerWithoutBrowser(seeds)
  return { seed, results: [picture(fixed), ...weekly.map(picture), ...results.slice(2)] }
}

const UNMEASURED: Forger = { ...chromeOf(141), answer: answerOfClass }

/** One visit of each invented class. */
async function invent(site: TestWorkspace): Promise<void> {
  for (let major = 90; major < 116; major++) {
    for (const system of SYSTEMS) {
      const agent = `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`
      const headers = { ...CHROME.headers, 'user-agent': agent }
      await forge(service, site, clock, 1, { ...CHROME, headers, answer: answerWithoutBrowser })
    }
  }
}

describe('invented classes of networks', () => {
  const VISITS = 10

  it.each(['another', 'the same'])('in %s workspace keep no votes of proven users out', async (where) => {
    clock.now += WEEK_MS
    const site = await service.workspace()
    const flooded = where === 'the same' ? site : await service.workspace()
    await invent(flooded)
    const { challenges } = service.services.store
    const classes = await challenges.networkClasses(weekOf(clock.now))
    expect(classes.filter(({ workspace }) => workspace === flooded.id)).toHaveLength(100)
    expect(await passed(site, UNMEASURED, VISITS)).toBe(0)
    await vote(site, UNMEASURED, 'user', 30)
    expect(await passed(site, UNMEASURED, VISITS)).toBe(VISITS)
  })
})

describe('votes of members', () => {
  const VISITS = 10

  async function voteAs(site: TestWorkspace, role: Role, answer: Forger['answer']): Promise<unknown> {
    const { cookie } = await loginTo(service, site.id, role)
    const agent = String(UNMEASURED.headers['user-agent'])
    const client = dashboardClient(service.address, cookie, { 'user-agent': agent })
    const { json } = await client.get<{ seed: string }>('/challenge')
    return (await client.send('POST', '/challenge', await answer(json.seed))).json
  }

  it('count of owners only', async () => {
    clock.now += WEEK_MS
    const site = await service.workspace()
    for (const role of ['viewer', 'analyst'] as const) {
      expect(await voteAs(site, role, answerOfClass)).toEqual({ counted: false })
      expect(await passed(site, UNMEASURED, VISITS)).toBe(0)
    }
    // Control.
    expect(await voteAs(site, 'owner', answerOfClass)).toEqual({ counted: true })
    expect(await passed(site, UNMEASURED, VISITS)).toBe(VISITS)
    // Nor does another picture of a viewer take it away again.
    const other = (seeds: string) => {
      const { seed, results } = answerOfClass(seeds)
      return { seed, results: [results[0] as string, 'x'.repeat(22), 'y'.repeat(22), ...results.slice(3)] }
    }
    expect(await voteAs(site, 'viewer', other)).toEqual({ counted: false })
    expect(await passed(site, UNMEASURED, VISITS)).toBe(VISITS)
  })
})
