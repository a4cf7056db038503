/** Visits that a program invents and posts in two requests, without the script. Each is plausible and sent once. */
import { PERSONAS, playPersona } from '../../research/lab/convert/personas/personas.ts'
import type { ChallengeAnswer, DeviceReading } from '../../src/contract/batch/batch.ts'
import type { RecordedBatch } from '../../src/contract/batch/codec.ts'
import { eventsToRows, rowsToEvents } from '../../src/contract/batch/events.ts'
import { apiClient } from './api_client.ts'
import { collectClient, type Headers, type Loose, randomId, times } from './collect_client.ts'
import type { RunningService, TestWorkspace } from './running_service.ts'

type Signals = DeviceReading['signals']

export interface Forger {
  readonly headers: Headers
  /** Of the second request, if they differ. */
  readonly laterHeaders?: Headers
  readonly signals: Signals
  readonly answer: (seeds: string) => ChallengeAnswer | Promise<ChallengeAnswer>
  /** Further fields of the first request of each visit. */
  readonly fields?: (index: number) => Loose
}

const ORDINARY = PERSONAS[0] as (typeof PERSONAS)[number]

/** A program writes the rhythm and movement of an ordinary person. */
export const invented = (index: number): RecordedBatch[] => [...playPersona(ORDINARY, index).session.batches]

/** Moves all rows into the first batch. */
export function inOne(batches: readonly RecordedBatch[]): RecordedBatch[] {
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

/** Headers of Chrome with these signals, in the order in which it sends them. */
export const chromeHeaders = ({ user_agent }: Signals): Headers => ({
  'sec-ch-ua-platform': '"Windows"',
  'user-agent': String(user_agent),
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
})

export interface Clock {
  now: number
}

let visits = 0
/** Each invented visit is sent once: the service recognizes repeats. */
export const nextVisit = (): number => visits++

export interface Forged {
  readonly visits: readonly { readonly sessionId: string; readonly token: string }[]
  /** How often each action was recommended. */
  readonly actions: Readonly<Record<string, number>>
}

/** Sends `count` visits at once. The clock advances as long as the longest of them. */
export async function forge(
  { address }: Pick<RunningService, 'address'>,
  site: TestWorkspace,
  clock: Clock,
  count: number,
  { headers, laterHeaders = headers, signals, answer, fields }: Forger,
): Promise<Forged> {
  const client = collectClient(address)
  const openedAt = clock.now
  const forged = Array.from({ length: count }, () => {
    const { batch } = inOne(invented(nextVisit()))[0] as RecordedBatch
    const { device: _, session_id: _id, ...rest } = batch
    const lastsMs = batch.sent_at - batch.time_origin
    const ids = { v: 1, site_key: site.siteKey, session_id: randomId(16), tab: randomId(6) }
    return { batch: { ...rest, ...ids, time_origin: openedAt } as Loose, lastsMs, reply: {} as Loose }
  })
  await times(count, async (index) => {
    const visit = forged[index] as (typeof forged)[number]
    const opening = { seq: 0, final: false, sent_at: openedAt, names: [], rows: [], tab_secret: randomId(16) }
    const device = [{ at: 'load', signals }]
    const reply = await client.post({ ...visit.batch, ...opening, device, ...fields?.(index) }, headers)
    if (reply.status !== 200) throw new Error(reply.text)
    visit.reply = reply.json
  })
  clock.now += Math.max(...forged.map(({ lastsMs }) => lastsMs))
  const actions: Record<string, number> = {}
  const visits: { sessionId: string; token: string }[] = []
  const read = apiClient(address, site.secretKey)
  await times(count, async (index) => {
    const { batch, lastsMs, reply } = forged[index] as (typeof forged)[number]
    const { token, challenge } = reply
    const body = { ...batch, seq: 1, sent_at: openedAt + lastsMs, token, challenge: await answer(challenge) }
    const { status, text, json } = await client.post(body, laterHeaders)
    if (status !== 200) throw new Error(text)
    visits[index] = { sessionId: batch.session_id, token: json.token }
    const report = await read(`/v1/sessions/${batch.session_id}/report`)
    const { recommended_action } = report.json as Loose
    actions[recommended_action] = (actions[recommended_action] ?? 0) + 1
  })
  client.close()
  return { visits, actions }
}
