/** Programs without a browser that answer the challenge with a table, which a browser made once. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LINUX_CHROMIUM, WINDOWS_CHROME } from '../../lab/convert/personas/device.ts'
import type { ChallengeAnswer } from '../../src/contract/batch.ts'
import { RESULT } from '../../src/contract/challenge.ts'
import { FIXED_SEEDS } from '../../src/server/collect/challenge/seeds.ts'
import { userHash, userHashSecret } from '../../src/server/collect/user_hash.ts'
import { amount, tell } from '../service/attack_full.ts'
import { UNLIMITED } from '../service/collect_client.ts'
import { dashboardClient, loginTo } from '../service/dashboard_client.ts'
import { chromeHeaders, type Forger, forge } from '../service/forged_visits.ts'
import { type RunningService, runService, type TestWorkspace } from '../service/running_service.ts'
import { type LaunchedChromium, launchChromium } from '../setup/browser.ts'
import { type ChallengePages, serveChallengePages } from './challenge_pages.ts'

const FORGERIES = amount(20, 100)
const WEEK_MS = 7 * 24 * 3600_000

type Results = ChallengeAnswer['results']

const clock = { now: Date.now() }
let service: RunningService
let chromium: LaunchedChromium
let pages: ChallengePages
let answer: (seeds: string) => Promise<Results>
/** The answers to all fixed seeds, by seed. */
const table = new Map<string, Results>()

beforeAll(async () => {
  service = await runService(UNLIMITED, { now: () => clock.now })
  chromium = await launchChromium()
  pages = await serveChallengePages(service.address, '')
  const page = await chromium.context.newPage()
  await page.goto(`${pages.url}/answers`)
  const answers = (seeds: readonly string[]) =>
    page.evaluate(
      (all) => all.map((seed) => (window as unknown as { answer(seeds: string): Results }).answer(seed)),
      seeds,
    )
  answer = async (seeds) => (await answers([seeds]))[0] as Results
  const fixed = Array.from({ length: FIXED_SEEDS }, (_, index) => `f${index}`)
  for (const [index, results] of (await answers(fixed.map((seed) => `${seed} ${seed}`))).entries()) {
    table.set(fixed[index] as string, results)
  }
})
afterAll(async () => {
  pages?.close()
  await chromium?.close()
  await service?.stop()
})

/** Weekly pictures that a forger saw earlier, by seed. */
const seen = new Map<string, string>()

function fromTable(seed: string): ChallengeAnswer {
  const [fixed = '', weekly = ''] = seed.split(' ')
  const results = table.get(fixed) as Results
  return { seed, results: results.with(RESULT.weeklyPicture, seen.get(weekly) ?? 'a'.repeat(32)) }
}

const WINDOWS: Forger = {
  headers: chromeHeaders(WINDOWS_CHROME),
  signals: WINDOWS_CHROME,
  answer: fromTable,
}
const FORGERS: Readonly<Record<string, Forger>> = {
  'Chrome on Windows': WINDOWS,
  'Chrome on Linux': { ...WINDOWS, headers: chromeHeaders(LINUX_CHROMIUM), signals: LINUX_CHROMIUM },
}

/** Somebody with the same browser opens the dashboard. */
async function memberVisits({ id }: TestWorkspace): Promise<void> {
  const member = await loginTo(service, id, 'viewer')
  const page = await chromium.context.newPage()
  const [name = '', value = ''] = member.cookie.split('=', 2)
  await chromium.context.addCookies([{ name, value, url: service.address }])
  const voted = page.waitForResponse(
    (response) => response.url().endsWith('/v1/challenge') && response.request().method() === 'POST',
  )
  await page.goto(`${service.address}/app/`)
  expect(await (await voted).json()).toEqual({ counted: true })
  await page.close()
  await chromium.context.clearCookies()
}

const accepted = async (site: TestWorkspace, forger: Forger, count = FORGERIES) => {
  const { actions } = await forge(service, site, clock, count, forger)
  return actions['Auto-accept'] ?? 0
}

it('control: a table passes where no member has opened the dashboard', async () => {
  const site = await service.workspace()
  expect(await accepted(site, WINDOWS)).toBeGreaterThan(FORGERIES / 2)
})

it.each(Object.entries(FORGERS))(
  'a table as %s passes no workspace whose members use the engine',
  async (name, forger) => {
    const site = await service.workspace()
    await memberVisits(site)
    const count = await accepted(site, forger)
    tell(name, { 'Auto-accept': count })
    expect(count).toBe(0)
    // The engine itself still passes.
    const engine = async (seed: string) => ({ seed, results: await answer(seed) })
    expect(await accepted(site, { ...forger, answer: engine })).toBeGreaterThan(FORGERIES / 2)
  },
)

it('a table with the pictures of a week passes for that week only', async () => {
  const site = await service.workspace()
  await memberVisits(site)
  const watching = async (seed: string) => {
    const results = await answer(seed)
    seen.set(seed.split(' ')[1] as string, String(results[RESULT.weeklyPicture]))
    return { seed, results }
  }
  await accepted(site, { ...WINDOWS, answer: watching })
  // Control: the table is as good as the engine in the same week.
  expect(await accepted(site, WINDOWS)).toBeGreaterThan(FORGERIES / 2)
  clock.now += WEEK_MS
  const count = await accepted(site, WINDOWS)
  tell('a week later', { 'Auto-accept': count })
  expect(count).toBe(0)
  // Nor do the seeds of the week before, which the forger knows from sessions of that week.
  const old = [...seen.keys()]
  const lastWeek = (seed: string) => {
    const [fixed = ''] = seed.split(' ')
    return fromTable(`${fixed} ${old[Number(fixed.slice(1)) % old.length]}`)
  }
  expect(await accepted(site, { ...WINDOWS, answer: lastWeek })).toBe(0)
  // Members answer for eight weeks in advance.
  clock.now += 6 * WEEK_MS
  expect(await accepted(site, WINDOWS)).toBe(0)
  clock.now += WEEK_MS
  expect(await accepted(site, WINDOWS)).toBeGreaterThan(FORGERIES / 2)
})

it('a table passes no workspace with five proven users of the engine', async () => {
  const site = await service.workspace()
  const secret = await userHashSecret(service.services.store.keys, site.id)
  const engine = async (seed: string) => ({ seed, results: await answer(seed) })
  const users = (id: (index: number) => string, isProven = true): Forger => ({
    ...WINDOWS,
    answer: engine,
    fields: (index) => ({
      intro: 1,
      user_id: id(index),
      user_hash: isProven ? userHash(secret, id(index)) : '0'.repeat(64),
    }),
  })
  // Controls: sessions of one user, and of users without a proof.
  await accepted(
    site,
    users(() => 'one'),
    40,
  )
  await accepted(
    site,
    users((index) => `claimed-${index}`, false),
    40,
  )
  expect(await accepted(site, WINDOWS)).toBeGreaterThan(FORGERIES / 2)
  await accepted(
    site,
    users((index) => `user-${index}`),
    40,
  )
  expect(await accepted(site, WINDOWS)).toBe(0)
  expect(await accepted(site, { ...WINDOWS, answer: engine })).toBeGreaterThan(FORGERIES / 2)
})

it('seeds of another member, or an outdated answer, are not counted', async () => {
  const site = await service.workspace()
  const [one, other] = [await loginTo(service, site.id), await loginTo(service, site.id)]
  const { json } = await one.get<{ seed: string }>('/challenge')
  const headers = { 'user-agent': chromeHeaders(WINDOWS_CHROME)['user-agent'] as string }
  const body = { seed: json.seed, results: await answer(json.seed) }
  const send = (client: { cookie: string }, sent: object) =>
    dashboardClient(service.address, client.cookie, headers).send<{ counted: boolean }>(
      'POST',
      '/challenge',
      sent,
    )
  expect((await send(one, body)).json).toEqual({ counted: true })
  expect((await send(other, body)).json).toEqual({ counted: false })
  expect((await send(one, { ...body, results: [] })).json).toEqual({ counted: false })
  expect((await send(one, { ...body, results: body.results.with(0, '!brave') })).json).toEqual({
    counted: false,
  })
  expect((await send(one, { seed: 1 })).status).toBe(400)
  expect((await send({ cookie: '' }, body)).status).toBe(401)
})
