/** How many people the decision accepts without a task, and how many with one, under circumstances that are no fault. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tabTo } from '../../research/lab/controls/keyboard_only.ts'
import { ACCESSIBILITY_FLAGS } from '../../research/lab/drivers/accessibility.ts'
import { loadExtension } from '../../research/lab/drivers/extension.ts'
import type { Person } from '../../research/lab/drivers/person.ts'
import type { Scenario } from '../../research/lab/scenario.ts'
import { RESULT } from '../../src/contract/batch/challenge.ts'
import { decodeBatch, type RecordedBatch } from '../../src/contract/batch/codec.ts'
import { rowsToEvents } from '../../src/contract/batch/events.ts'
import { apiClient } from '../service/api_client.ts'
import { tell, visitCount } from '../service/attack_full.ts'
import { UNLIMITED } from '../service/collect_client.ts'
import { type RunningService, runService, type TestWorkspace } from '../service/running_service.ts'
import {
  type DecidingShop,
  openDecidingShop,
  openSlowService,
  type Received,
  type SlowService,
  type Visit,
} from './deciding_shop.ts'
import { type PersonOptions, submitAsPerson } from './native_person.ts'

const VISITS = visitCount(1, 10)
/** The share of people whom the decision accepts without a task. */
const GOAL = 0.98

const LATE_MS = 5_000
const QUICK_MS = 3_000
/** From the last action of a person to the last form, with a task. */
const DECIDED_MS = 60_000

/** On a busy machine. */
const VISIT_MS = 180_000

const BROWSERS = ['chromium', 'firefox'] as const
type Browser = (typeof BROWSERS)[number]

let service: RunningService
let site: TestWorkspace
let slow: SlowService
let shop: DecidingShop

beforeAll(async () => {
  service = await runService({
    ...UNLIMITED,
    BYHAND_RATE_STEP_UPS_PER_DEVICE: '0',
    BYHAND_RATE_STEP_UPS_PER_IP: '0',
  })
  site = await service.workspace()
  slow = await openSlowService(service.address, LATE_MS)
  shop = await openDecidingShop(service, site)
})
afterAll(async () => {
  shop?.close()
  slow?.close()
  await service?.stop()
})

type Act = (person: Person, scenario: Scenario) => Promise<void>

interface Circumstance {
  readonly name: string
  readonly path: string
  readonly act: Act
  readonly options?: Partial<Record<Browser, PersonOptions>>
  readonly keyboardOnly?: boolean
  readonly forms?: number
  /** The answer to the challenge arrives late. */
  readonly isLate?: boolean
  /** The service must ask these people, because their browser hides what the challenge verifies. */
  readonly needsTask?: boolean
  readonly browsers?: readonly Browser[]
  /** Whether the circumstance was there, by what the service stored and the shop received. */
  readonly occurred: (batches: readonly RecordedBatch[], received: readonly Received[]) => boolean
}

const NAME = 'Ann Miller'
const ABOUT = 'I bake bread on Sundays and read about old maps.'

async function signUp(person: Person): Promise<void> {
  await person.click('#name')
  await person.type(NAME)
  await person.click('#about')
  await person.type(ABOUT)
  await person.click('#send')
}

const withMouse: Act = async (person) => {
  await person.read(1_500)
  await signUp(person)
}

/** `listen`: before each action. */
const withKeyboard =
  (listen: (scenario: Scenario) => number): Act =>
  async (person, scenario) => {
    const goTo = async (id: string) => {
      await person.pause(listen(scenario))
      await tabTo(person, scenario, [id])
      await person.pause(listen(scenario))
    }
    await goTo('name')
    await person.type(NAME)
    await goTo('about')
    await person.type(ABOUT)
    await goTo('send')
    await person.press('Return')
  }

/** The field has the focus; the person sends as soon as it is filled in. */
const quickly: Act = async (person, { layout }) => {
  const loadedAt = Date.now() - (layout.latest?.at ?? 0)
  await person.type('ann@x.org')
  await person.pause(Math.max(0, loadedAt + QUICK_MS - Date.now()))
  await person.press('Return')
}

const throughTerms: Act = async (person, { layout }) => {
  await person.read(1_500)
  await person.click('#name')
  await person.type(NAME)
  await person.click('#terms')
  await layout.until('the terms', ({ path }) => path === '/terms')
  await person.read(2_000)
  await person.press('alt+Left')
  await layout.until('the form', ({ path }) => path === '/signup')
  await person.click('#about')
  await person.type(ABOUT)
  await person.click('#send')
}

const twice: Act = async (person) => {
  await person.read(1_500)
  await person.click('#email')
  await person.type('ann@example.org')
  await person.click('#subscribe')
  await person.read(2_000)
  await signUp(person)
}

const always = () => true
const signal = (batches: readonly RecordedBatch[], name: string): unknown =>
  batches.flatMap(({ batch }) => batch.device ?? []).find(({ signals }) => name in signals)?.signals[name]
const eventsOf = (batches: readonly RecordedBatch[]) =>
  batches.flatMap(({ batch }) => [...rowsToEvents(batch.rows, batch.start, batch.at)])
const lacksMouse = (batches: readonly RecordedBatch[]) =>
  eventsOf(batches).every(({ type }) => type !== 'move' && type !== 'down')
const drew = (batches: readonly RecordedBatch[]): unknown =>
  batches.find(({ batch }) => batch.challenge)?.batch.challenge?.results[RESULT.fixedPicture]

const WITHOUT_WEBGL = {
  chromium: { flags: ['--disable-gpu', '--disable-3d-apis'] },
  firefox: { preferences: 'user_pref("webgl.disabled", true);\n' },
}

const CANVAS_NOISE = join(import.meta.dirname, '../../research/lab/extensions/canvas-noise')

const CIRCUMSTANCES: readonly Circumstance[] = [
  {
    name: 'mouse and keyboard',
    path: '/signup',
    act: withMouse,
    occurred: (batches) => !lacksMouse(batches),
  },
  { name: 'sent after 3 s', path: '/quick', act: quickly, keyboardOnly: true, occurred: always },
  {
    name: 'keyboard only',
    path: '/signup',
    act: withKeyboard(() => 0),
    keyboardOnly: true,
    occurred: lacksMouse,
  },
  {
    name: 'keyboard only, listening before each action',
    path: '/signup',
    act: withKeyboard(({ random }) => random.between(900, 4_200)),
    keyboardOnly: true,
    options: { chromium: { flags: ACCESSIBILITY_FLAGS } },
    occurred: lacksMouse,
  },
  {
    name: 'without WebGL',
    path: '/signup',
    act: withMouse,
    options: WITHOUT_WEBGL,
    occurred: (batches) => typeof signal(batches, 'webgl_renderer') !== 'string',
  },
  {
    name: 'answer to the challenge 5 s late',
    path: '/signup',
    act: withMouse,
    isLate: true,
    occurred: () => slow.delayed > 0,
  },
  {
    name: 'sent after 3 s, answer 5 s late',
    path: '/quick',
    act: quickly,
    keyboardOnly: true,
    isLate: true,
    occurred: () => slow.delayed > 0,
  },
  {
    name: 'back-forward cache',
    path: '/signup',
    act: throughTerms,
    occurred: (_, received) => received.every(({ wasRestored }) => wasRestored),
  },
  { name: 'second form of a page', path: '/two', act: twice, forms: 2, occurred: always },
  {
    name: 'resistFingerprinting',
    path: '/signup',
    act: withKeyboard(() => 0),
    keyboardOnly: true,
    browsers: ['firefox'],
    options: { firefox: { preferences: 'user_pref("privacy.resistFingerprinting", true);\n' } },
    needsTask: true,
    occurred: (batches) => drew(batches) === '!resist',
  },
  {
    name: 'an extension that adds noise to canvases',
    path: '/signup',
    act: withMouse,
    browsers: ['chromium'],
    options: { chromium: { flags: loadExtension(CANVAS_NOISE) } },
    needsTask: true,
    occurred: (batches) => drew(batches) === '!noise',
  },
]

/** Waits until the shop received all forms. Types the sentence of each task. */
async function untilDecided(person: Person, visit: Visit, forms: number): Promise<void> {
  const done = new Set<string>()
  for (const until = Date.now() + DECIDED_MS; visit.received.length < forms; await sleep(200)) {
    if (Date.now() > until) throw new Error(`the shop received ${visit.received.length} of ${forms} forms`)
    const key = { workspace: site.id, sessionId: visit.sessionId ?? '' }
    const row = visit.sessionId ? await service.services.store.stepUps.find(key) : null
    if (row === null || row.answer !== null || done.has(row.task)) continue
    done.add(row.task)
    tell('asked for a task', { why: await explanationOf(key.sessionId) })
    await person.pause(1_500)
    await person.type(row.sentence)
    await person.press('Return')
  }
}

const stored = async (sessionId: string) =>
  (await service.services.store.sessions.batches({ workspace: site.id, sessionId })).map(({ bytes }) =>
    decodeBatch(bytes),
  )

async function explanationOf(sessionId: string): Promise<string> {
  const { json } = await apiClient(service.address, site.secretKey)(`/v1/sessions/${sessionId}/report`)
  const { recommended_action, risk_score, risk_explanation } = json as Record<string, unknown>
  return `${recommended_action} ${risk_score}: ${risk_explanation}`
}

async function visitWith(
  browser: Browser,
  circumstance: Circumstance,
  number: number,
): Promise<readonly Received[]> {
  const { name, path, act, options, keyboardOnly = false, forms = 1, isLate = false, occurred } = circumstance
  const id = `${browser} ${name} ${number}`
  const visit = shop.expect(id, isLate ? slow.url : service.address)
  await submitAsPerson(
    shop.url,
    `${path}?visit=${encodeURIComponent(id)}`,
    id,
    async (person, scenario) => {
      await act(person, scenario)
      await untilDecided(person, visit, forms)
    },
    { browser, keyboardOnly, ...options?.[browser] },
  )
  const batches = await stored(visit.sessionId ?? '')
  expect(occurred(batches, visit.received), `${id}: the circumstance`).toBe(true)
  for (const { decision, success } of visit.received) expect(success).toBe(decision === 'accept')
  for (const { decision, sessionId } of visit.received) {
    if (decision !== 'accept') tell(id, { decision, why: await explanationOf(sessionId) })
  }
  return visit.received
}

describe.concurrent.each(BROWSERS)('%s', (browser) => {
  const own = CIRCUMSTANCES.filter(({ browsers = BROWSERS }) => browsers.includes(browser))
  it.sequential.each(own)(
    '$name: people pass',
    async (circumstance) => {
      const received: Received[] = []
      for (let number = 0; number < VISITS; number++)
        received.push(...(await visitWith(browser, circumstance, number)))
      const accepted = received.filter(({ decision }) => decision === 'accept')
      const withTask = accepted.filter(({ hadTask }) => hadTask).length
      const withoutTask = accepted.length - withTask
      tell(`${browser}, ${circumstance.name}`, { withoutTask, withTask, of: received.length })
      const passed = circumstance.needsTask ? withTask : withoutTask
      expect(passed).toBeGreaterThanOrEqual(Math.round(GOAL * received.length))
    },
    VISITS * VISIT_MS,
  )
})
