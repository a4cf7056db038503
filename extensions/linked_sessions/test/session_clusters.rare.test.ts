/** Copied recordings under different users: the list of linked sessions, and its webhook event. */

import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createRandom } from '../../../research/lab/drivers/random.ts'
import { KEY_CLASS, POINTER, POINTER_FLAGS, ROWS } from '../../../src/contract/batch/rows.ts'
import { WEBHOOK_BODIES } from '../../../src/contract/webhook_events.ts'
import { collectClient, type Loose, makeBatch, UNLIMITED } from '../../../test/service/collect_client.ts'
import { manageClient } from '../../../test/service/manage_client.ts'
import { type RunningService, runService, type TestWorkspace } from '../../../test/service/running_service.ts'
import { type Receiver, startReceiver } from '../../../test/service/webhook_receiver.ts'

let service: RunningService
let receiver: Receiver
let offset = 0
beforeAll(async () => {
  receiver = await startReceiver()
  service = await runService(
    { ...UNLIMITED, BYHAND_WEBHOOK_PRIVATE_TARGETS: 'yes', BYHAND_TRUSTED_PROXIES: 'loopback' },
    { now: () => Date.now() + offset },
  )
})
afterAll(async () => {
  await service.stop()
  await receiver.close()
})

const DAY = 86_400_000
const PAUSES = [120, 90, 400, 130, 700, 110, 1_200, 95, 300, 150, 560, 180]
const OTHER_PAUSES = [300, 800, 90, 100, 250, 1_500, 130]

/** 72 keys with these pauses and up to `noise` ms of noise. Times of rows are in tenths of a millisecond. */
const typing = (pauses: readonly number[], noise: number): number[][] =>
  Array.from(
    { length: 72 },
    (_, i) => (pauses[i % pauses.length] as number) + (i % 2 ? noise : -noise),
  ).flatMap((ms) => [
    [ROWS.keydown.code, Math.max(10, ms * 10 - 500), 1, 0, 0, 0],
    [ROWS.keyup.code, 500, 1, 0, 0],
  ])

type Place = readonly [x: number, y: number]
const PLACES: readonly Place[] = [
  [500, 120],
  [180, 460],
  [900, 300],
  [640, 700],
  [120, 140],
  [820, 610],
  [300, 330],
  [700, 90],
  [410, 560],
]
const MOUSE = POINTER.mouse << POINTER_FLAGS.kindShift
const STEPS = 14

/** Curved strokes between places with half a second between them, and `noise` px of noise on every move. */
function moving(places: readonly Place[], bow: number, noise: number): number[][] {
  const rows: number[][] = []
  let [lastX, lastY] = [0, 0]
  let isEven = false
  for (const [i, [toX, toY]] of places.slice(1).entries()) {
    const [fromX, fromY] = places[i] as Place
    for (let step = 0; step <= STEPS; step++) {
      const share = step / STEPS
      const aside = (i % 2 ? bow : -bow) * Math.sin(Math.PI * share)
      isEven = !isEven
      const shake = isEven ? noise : -noise
      const x = Math.round(fromX + (toX - fromX) * share + aside) + shake
      const y = Math.round(fromY + (toY - fromY) * share + aside) - shake
      rows.push([ROWS.move.code, step === 0 ? 5_000 : 170 + 10 * i, x - lastX, y - lastY, 1, MOUSE])
      ;[lastX, lastY] = [x, y]
    }
  }
  return rows
}

/** 180 keys of a program that imitates typing: a letter or a space with drawn hold and pause. */
function imitating(seed: string): number[][] {
  const random = createRandom(seed)
  return Array.from({ length: 180 }, (_, i) => {
    const keyClass = i % 6 === 5 ? KEY_CLASS.space : KEY_CLASS.lower
    const pause = Math.max(15, random.normal(95, 35) + (i % 6 === 0 ? 40 : 0))
    const hold = Math.max(20, random.normal(80, 18))
    return [
      [ROWS.keydown.code, Math.round(10 * pause), keyClass, 0, 0, 0],
      [ROWS.keyup.code, Math.round(10 * hold), keyClass, 0, 0],
    ]
  }).flat()
}

async function visit(
  owner: TestWorkspace,
  user: string,
  rows: readonly (readonly number[])[],
  address = '127.0.0.1',
  fields: Loose = {},
) {
  const page = collectClient(service.address)
  const now = Date.now() + offset
  const batch = makeBatch(owner.siteKey, {
    rows,
    at: [0, 0],
    sent_at: now,
    time_origin: now - 60_000,
    user_id: user,
    intro: 1,
    ...fields,
  })
  const { status, text } = await page.post(batch, { 'x-forwarded-for': address })
  page.close()
  expect([status, status === 200 ? '' : text]).toEqual([200, ''])
  await service.services.scoring.report({ workspace: owner.id, sessionId: batch.session_id })
  return batch.session_id as string
}

async function openWorkspace() {
  const workspace = await service.workspace()
  const manage = await manageClient(service.address, (await workspace.key(['admin'])).key)
  const hook = await manage('POST', '/v1/webhooks', {
    url: `${receiver.url}/${workspace.id}`,
    name: 'clusters',
    events: ['sessions.cluster'],
  })
  expect(hook.status).toBe(200)
  return {
    workspace,
    manage,
    clusters: async () => (await manage('GET', '/v1/session-clusters')).json.items,
    events: () =>
      receiver.received
        .filter(({ path }) => path === `/${workspace.id}`)
        .map(({ body }) => JSON.parse(body) as { data: { id: string; kind: string } }),
  }
}

const idsOf = ({ members }: { members: { session_id: string }[] }) =>
  members.map(({ session_id }) => session_id).toSorted()
/** Clusters are kept for 30 s, and the webhook looks for new ones every ten minutes. */
const waitMinutes = () => {
  offset += 1_200_000
}

it('lists sessions with one rhythm under two users, and sends one event, also when the first sessions are gone', async () => {
  const { workspace, clusters, events } = await openWorkspace()
  const other = await service.workspace()
  const first = await visit(workspace, 'ann', typing(PAUSES, 0))
  const second = await visit(workspace, 'ben', typing(PAUSES, 10))
  await visit(workspace, 'cem', typing(OTHER_PAUSES, 0))
  await visit(other, 'dan', typing(PAUSES, 0))
  const [found, ...rest] = await clusters()
  expect([found, rest]).toMatchObject([{ kind: 'rhythm', sessions: 2, users: 2 }, []])
  expect(idsOf(found)).toEqual([first, second].toSorted())
  waitMinutes()
  await vi.waitFor(() => expect(events()).toHaveLength(1), 30_000)
  const [event] = events()
  expect(Compile(WEBHOOK_BODIES['sessions.cluster']).Errors(event)).toEqual([])
  expect(event?.data).toMatchObject({ id: found.id, kind: 'rhythm' })
  expect(JSON.stringify(event)).not.toMatch(/ann|ben/)

  offset += 5 * DAY
  const later = [
    await visit(workspace, 'eve', typing(PAUSES, 5)),
    await visit(workspace, 'fay', typing(PAUSES, 8)),
  ]
  const markOf = async (sessionId: string) =>
    (await service.services.store.facts.one({ workspace: workspace.id, sessionId }))?.facts?.clusters
  for (const sessionId of later) {
    await vi.waitFor(async () => expect(await markOf(sessionId)).toEqual([`rhythm:${found.id}`]), 30_000)
  }
  offset += 3 * DAY
  const [remaining] = await clusters()
  expect(idsOf(remaining)).toEqual(later.toSorted())
  expect(remaining.id).toBe(found.id)
  // The event of another cluster shows that the outbox has looked again.
  await visit(workspace, 'gil', moving(PLACES, 20, 0))
  await visit(workspace, 'hal', moving(PLACES, 20, 3))
  waitMinutes()
  await vi.waitFor(() => expect(events().map(({ data }) => data.kind)).toContain('mouse_path'), 30_000)
  expect(events().filter(({ data }) => data.kind === 'rhythm')).toHaveLength(1)
})

it('lists sessions with one mouse path and different typing, but not other paths between the same places', async () => {
  const { workspace, clusters } = await openWorkspace()
  const copies = [
    await visit(workspace, 'ann', [...moving(PLACES, 20, 0), ...typing(PAUSES, 0)]),
    await visit(workspace, 'ben', [...typing(OTHER_PAUSES, 0), ...moving(PLACES, 20, 3)]),
  ]
  await visit(workspace, 'cem', moving(PLACES, -20, 3))
  await visit(workspace, 'dan', moving(PLACES.toReversed(), 20, 0))
  const [found, ...rest] = await clusters()
  expect([found, rest]).toMatchObject([{ kind: 'mouse_path', sessions: 2, users: 2 }, []])
  expect(idsOf(found)).toEqual(copies.toSorted())
})

it('lists sessions of one program at several addresses, but not at one', async () => {
  const { workspace, clusters } = await openWorkspace()
  const control = await openWorkspace()
  for (let i = 0; i < 12; i++) {
    await visit(workspace, `user ${i}`, imitating(`program ${i}`), `198.51.${i}.1`)
    await visit(control.workspace, `user ${i}`, imitating(`program ${i}`), '198.51.100.1')
  }
  const [found, ...rest] = await clusters()
  expect([found, rest]).toMatchObject([{ kind: 'typing_statistics' }, []])
  expect(found.users).toBeGreaterThanOrEqual(6)
  expect(await control.clusters()).toMatchObject([{ kind: 'address', users: 12 }])
})

it('compares survey sessions and keeps their sketches only if the workspace wants it', async () => {
  const byDefault = await openWorkspace()
  const wanted = await openWorkspace()
  expect((await byDefault.manage('GET', '/v1/settings')).json.linked_sessions).toBe('visits')
  expect((await wanted.manage('PATCH', '/v1/settings', { linked_sessions: 'all' })).status).toBe(200)
  const pairOf = async ({ workspace }: typeof wanted) => [
    // A recorded question, and the start page of a survey link.
    await visit(workspace, 'ann', typing(PAUSES, 0), undefined, {
      names: [['question', 'q1']],
      edits: [[0, 10, 0, 0, 'T']],
    }),
    await visit(workspace, 'ben', typing(PAUSES, 10), undefined, { names: [['path', '/link/*']] }),
  ]
  const sketchesOf = ({ workspace: { id } }: typeof wanted, sessions: readonly string[]) =>
    Promise.all(
      sessions.map(async (sessionId) => {
        const facts = (await service.services.store.facts.one({ workspace: id, sessionId }))?.facts
        return [facts?.rhythm, facts?.mousePath, facts?.typingStatistics].filter(Boolean).length
      }),
    )
  const [few, pair] = [await pairOf(byDefault), await pairOf(wanted)]
  expect([await byDefault.clusters(), await sketchesOf(byDefault, few)]).toEqual([[], [0, 0]])
  expect(await wanted.clusters()).toMatchObject([{ kind: 'rhythm', users: 2 }])
  expect(await sketchesOf(wanted, pair)).toEqual([1, 1])

  // Past sessions lose their sketches too.
  expect((await wanted.manage('PATCH', '/v1/settings', { linked_sessions: 'off' })).status).toBe(200)
  await vi.waitFor(async () => expect(await sketchesOf(wanted, pair)).toEqual([0, 0]), 60_000)
  waitMinutes()
  expect(await wanted.clusters()).toEqual([])
})
