/** Sessions posted without the script are never accepted automatically, however plausible. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { completed } from '../../lab/convert/completed.ts'
import { PERSONAS, playPersona } from '../../lab/convert/personas/personas.ts'
import { readRecordings } from '../../lab/recordings.ts'
import { computedValues } from '../../src/browser/challenge/answer.ts'
import { errorText } from '../../src/browser/challenge/wrong_operations.ts'
import { drawFrom, tasksFrom } from '../../src/contract/challenge.ts'
import type { RecordedBatch } from '../../src/contract/codec.ts'
import { eventsToRows, rowsToEvents } from '../../src/contract/events.ts'
import { makeReport } from '../../src/report/report.ts'
import { apiClient } from './api_client.ts'
import { amount, tell } from './attack_full.ts'
import { collectClient, type Loose, randomId, UNLIMITED } from './collect_client.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

const FORGERIES = amount(5, 100)
/** An invented visit: a program writes the rhythm and movement of an ordinary person. */
const ORDINARY = PERSONAS[0] as (typeof PERSONAS)[number]
const invented = (index: number): RecordedBatch[] => [...playPersona(ORDINARY, index).session.batches]

const signals = invented(0).flatMap(({ batch }) => batch.device ?? [])[0]?.signals
/** In the order in which Chromium sends them. */
const COPIED_HEADERS = {
  'sec-ch-ua-platform': '"Windows"',
  'user-agent': String(signals?.user_agent),
  'sec-ch-ua': '"Chromium";v="150", "Google Chrome";v="150", "Not A Brand";v="99"',
  'content-type': 'text/plain;charset=UTF-8',
  'sec-ch-ua-mobile': '?0',
  accept: '*/*',
  origin: 'https://shop.example',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en;q=0.9',
}

let service: RunningService
let site: TestWorkspace
let now = Date.now()
/** Each invented visit is sent once: the service recognizes repeats. */
let visits = 0
beforeAll(async () => {
  service = await runService(UNLIMITED, { now: () => now })
  site = await service.workspace()
})
afterAll(() => service.stop())

/** Answers of a program that has read the script and runs on the same JavaScript engine, but has no canvas. */
function answerWithoutBrowser(seeds: string): { seed: string; results: (string | number)[] } {
  const [fixed = ''] = seeds.split(' ')
  const draw = drawFrom(fixed)
  const tasks = tasksFrom(draw)
  const widths = tasks.widths.map((width) => Math.floor(width * 64) / 64)
  const errors = tasks.errors.map((index) => errorText(index, tasks))
  const pictures = [randomId(16), randomId(16)]
  return { seed: seeds, results: [...pictures, 1, ...widths, ...errors, ...computedValues(draw)] }
}

interface Manner {
  readonly answer?: (seeds: string) => { seed: string; results: (string | number)[] }
  readonly headers?: Record<string, string>
  /** Milliseconds between batches; undefined: the duration of the events. */
  readonly paceMs?: number
  readonly keep?: (batch: Loose, index: number) => Loose
}

async function post(
  batches: readonly RecordedBatch[],
  { answer, headers = {}, paceMs, keep = (batch) => batch }: Manner,
) {
  const client = collectClient(service.address)
  const sessionId = randomId(16)
  const tab = randomId(6)
  const origin = now
  let token: string | undefined
  let seeds: string | undefined
  for (const [index, { batch }] of batches.entries()) {
    const lastsMs = batch.sent_at - batch.time_origin
    now = paceMs === undefined ? Math.max(now, origin + lastsMs) : now + paceMs
    const body: Loose = {
      v: 1,
      site_key: site.siteKey,
      ...batch,
      session_id: sessionId,
      tab,
      time_origin: origin,
      sent_at: origin + lastsMs,
      ...(token === undefined ? { claim: sessionId } : { token }),
      ...(seeds && answer && { challenge: answer(seeds) }),
    }
    const reply = await client.post(JSON.stringify(keep(body, index)), headers)
    expect([reply.status, reply.text]).toEqual([200, expect.stringContaining('stored')])
    token = reply.json.token
    seeds = reply.json.challenge
  }
  client.close()
  const report = await apiClient(service.address, site.secretKey)(`/v1/sessions/${sessionId}/report`)
  return report.json as { risk_score: number; recommended_action: string; risk_explanation: string }
}

const withoutDevice = ({ device: _, ...batch }: Loose): Loose => batch

/** Moves all rows into the first batch. */
function inOne(batches: readonly RecordedBatch[]): RecordedBatch[] {
  const [first] = batches
  const last = batches.at(-1)
  if (first === undefined || last === undefined) return []
  const events = batches.flatMap(({ batch }) =>
    [...rowsToEvents(batch.rows, batch.start, batch.at)].map((event) => ({ event, names: batch.names })),
  )
  const names = batches.flatMap(({ batch }) => batch.names)
  const offsets = new Map<readonly unknown[], number>()
  let offset = 0
  for (const { batch } of batches) {
    offsets.set(batch.names, offset)
    offset += batch.names.length
  }
  const moved = events.map(({ event, names: own }) =>
    'name' in event && event.name >= 0 ? { ...event, name: event.name + (offsets.get(own) ?? 0) } : event,
  )
  const { sent_at } = last.batch
  const rows = eventsToRows(moved, first.batch.start, first.batch.at)
  return [{ ...first, batch: { ...first.batch, names, rows, sent_at, final: true } }]
}

describe('a forged session', () => {
  it('of one row is not accepted', async () => {
    const row: RecordedBatch = {
      batch: {
        session_id: '',
        tab: '',
        page: 0,
        seq: 0,
        final: true,
        sent_at: now,
        time_origin: now,
        start: 0,
        at: [0, 0],
        names: [],
        rows: [[7, 0, 2, 41, 41, 41, 0, -1]],
      },
      receipt: { at: now },
    }
    const { recommended_action } = await post([row], {})
    expect(['Auto-accept', 'Accept with monitoring']).not.toContain(recommended_action)
    const open = { ...row, batch: { ...row.batch, final: false } }
    expect((await post([open], { headers: COPIED_HEADERS })).recommended_action).toBe('Unknown')
  })

  it.each<[string, (index: number) => RecordedBatch[], Manner]>([
    ['in one request', (index) => inOne(invented(index)), { headers: COPIED_HEADERS }],
    ['in one request without a device', (index) => inOne(invented(index)), { keep: withoutDevice }],
    ['in many requests at once', invented, { headers: COPIED_HEADERS, paceMs: 1 }],
    ['in real time without a device', invented, { headers: COPIED_HEADERS, keep: withoutDevice }],
    ["in real time with a browser's headers", invented, { headers: COPIED_HEADERS }],
    [
      'in real time with an answer to the challenge',
      invented,
      { headers: COPIED_HEADERS, answer: answerWithoutBrowser },
    ],
  ])('invented, sent %s, is not accepted', async (name, make, manner) => {
    const actions: Record<string, number> = {}
    for (let index = 0; index < FORGERIES; index++) {
      const { recommended_action, risk_explanation } = await post(make(visits++), manner)
      actions[recommended_action] = (actions[recommended_action] ?? 0) + 1
      expect(recommended_action, risk_explanation).not.toBe('Auto-accept')
    }
    tell(name, actions)
  })

  it('that replays a person with 20 ms of noise is not accepted', async () => {
    const person = readRecordings().find(({ name }) => name === 'plain-headed-1')
    const batches = person?.batches ?? []
    const noisy = (seed: number): RecordedBatch[] =>
      batches.map(({ batch, receipt }, index) => ({
        receipt,
        batch: {
          ...batch,
          rows: batch.rows.map(([code, dt, ...rest], row) => [
            code as number,
            Math.max(
              0,
              (dt as number) + Math.round(200 * Math.sin(seed * 7919 + index * 104_729 + row * 31)),
            ),
            ...rest,
          ]),
        },
      }))
    for (let index = 0; index < FORGERIES; index++) {
      const { recommended_action } = await post(noisy(index), { headers: COPIED_HEADERS })
      expect(recommended_action).not.toBe('Auto-accept')
    }
  })

  it('control: would be accepted if it had passed the challenge', () => {
    const session = { sessionId: 'S', userId: null, tags: [], tampered: 0, overflow: 0 }
    const accepted = Array.from({ length: FORGERIES }, (_, index) =>
      makeReport({ ...session, batches: completed(invented(index)) }, {}, () => {}),
    ).filter(({ record }) => record.recommended_action === 'Auto-accept')
    expect(accepted.length).toBeGreaterThan(FORGERIES / 2)
  })
})
