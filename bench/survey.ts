/**
 * Survey analysis, in processor time: judging five answers of 300 characters with their histories, and placing an answer
 * among so many that are indexed.
 *
 *   node bench/survey.ts [indexed answers, 100000] [requests judged, 200]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AnswerSketch, sketchAnswer } from '../src/server/survey/answer_sketch.ts'
import { placeAnswer } from '../src/server/survey/duplicates.ts'
import { judgeRequest } from '../src/server/survey/judge.ts'
import { readBody } from '../src/server/survey/read.ts'
import { openSqlite } from '../src/store/sqlite/sqlite.ts'
import type { Store } from '../src/store/store.ts'
import { seeded } from './realistic_batch.ts'

const INDEXED = Number(process.argv[2] ?? 100_000)
const JUDGED = Number(process.argv[3] ?? 200)
const FIRST_INDEXED = 10_000
const PROBES = 400
/** Saves in flight: enough for one commit to carry many. */
const AT_ONCE = 200
const FLOOD = 5_000

const chance = seeded(7)
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(chance() * items.length)] as Item

/** A language of its own: common words are short and very common, as in every language (Zipf). */
const WORDS = Array.from({ length: 20_000 }, (_, rank) => {
  const syllables = 1 + Math.floor(Math.log10(rank + 1) * 0.9 + chance())
  return Array.from({ length: syllables }, () => pick([...'bdfgklmnprstvw']) + pick([...'aeiou'])).join('')
})
const word = () => WORDS[Math.floor(WORDS.length ** chance()) - 1] as string

function sentence(chars: number): string {
  let text = ''
  while (text.length < chars) text += `${text === '' ? '' : ' '}${word()}${chance() < 0.08 ? ',' : ''}`
  return `${text.slice(0, chars - 1)}.`
}

/** Keys with gaps like a hand's, and a slip now and then. */
function history(text: string): { s: string; t: number }[] {
  const entries: { s: string; t: number }[] = []
  let t = 0
  for (let at = 1; at <= text.length; at++) {
    t += Math.round(60 + 160 * chance() + (text[at - 1] === ' ' ? 90 : 0))
    if (chance() < 0.03) {
      entries.push({ s: `${text.slice(0, at - 1)}x`, t })
      t += 300
      entries.push({ s: text.slice(0, at - 1), t })
      t += 150
    }
    entries.push({ s: text.slice(0, at), t })
  }
  return entries
}

function body(participant: number): Uint8Array {
  const ids = ['q1', 'q2', 'q3', 'q4', 'q5']
  const answers = ids.map((id) => [id, sentence(300)] as const)
  const request = {
    survey_id: 'bench',
    participant_id: `p${participant}`,
    questions: Object.fromEntries(
      ids.map((id) => [id, 'What do you like about living where you live, and why?']),
    ),
    responses: Object.fromEntries(answers),
    question_histories: Object.fromEntries(answers.map(([id, text]) => [id, history(text)])),
  }
  return new TextEncoder().encode(JSON.stringify(request))
}

const percentile = (values: readonly number[], share: number): string => {
  const sorted = [...values].sort((a, b) => a - b)
  return (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] as number).toFixed(2)
}

/** Wall time by the clock; processor time of this thread, which also reads the store, by its mean: it ticks coarsely. */
class Stopwatch {
  readonly #wallMs: number[] = []
  #processorMs = 0

  async time<Result>(work: () => Promise<Result> | Result): Promise<Result> {
    const [wall, processor] = [performance.now(), processorMs()]
    const result = await work()
    this.#wallMs.push(performance.now() - wall)
    this.#processorMs += processorMs() - processor
    return result
  }

  tell(name: string): void {
    const mean = (this.#processorMs / this.#wallMs.length).toFixed(2)
    const [p50, p95] = [percentile(this.#wallMs, 0.5), percentile(this.#wallMs, 0.95)]
    console.log(`${name}: processor ${mean} ms on average; by the clock p50 ${p50} ms, p95 ${p95} ms`)
  }
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const memory = (name: string) =>
  console.log(`${name}: resident ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MiB`)

async function judge(): Promise<void> {
  const reading = new Stopwatch()
  const judging = new Stopwatch()
  for (let at = 0; at < JUDGED; at++) {
    const bytes = body(at)
    const { canonical } = await reading.time(() =>
      readBody({ bytes, contentType: '', contentEncoding: '', version: 'v021' }),
    )
    await judging.time(() =>
      judgeRequest(canonical, {
        learnt: canonical.questions.map(() => null),
        earlier: null,
        session: undefined,
      }),
    )
  }
  reading.tell('reading five answers')
  judging.tell('judging five answers')
}

const WORKSPACE = 'w'
const SURVEY = 's'
const keyOf = (participantId: string) => ({ workspace: WORKSPACE, surveyId: SURVEY, participantId })

async function place(store: Store, participantId: string, text: string, keep: boolean) {
  const placed = await placeAnswer(sketchAnswer('q', text) as AnswerSketch, {
    store: store.surveys,
    key: keyOf(participantId),
    earlier: new Map(),
    newGroup: keep ? (id) => store.surveys.nextGroup(WORKSPACE, SURVEY, id) : async () => 0,
  })
  if (!keep) return placed
  const row = { ...keyOf(participantId), id: participantId, version: 'v021' as const, analysedAt: 1 }
  await store.surveys.save(
    { ...row, flagged: false, request: '{}', result: '{}', deviceId: null },
    placed.index === null ? [] : [placed.index],
  )
  return placed
}

async function fill(store: Store, from: number, to: number, kept: string[]): Promise<void> {
  for (let at = from; at < to; at += AT_ONCE) {
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, to - at) }, (_, step) => {
        const text = sentence(60 + Math.floor(chance() * 120))
        if (chance() < 0.01) kept.push(text)
        return place(store, `p${at + step}`, text, true)
      }),
    )
    if (at % 50_000 === 0 && at > 0) console.error(`${at} indexed`)
  }
}

async function probe(name: string, store: Store, kept: readonly string[]): Promise<void> {
  const fresh = new Stopwatch()
  const copied = new Stopwatch()
  let found = 0
  for (let at = 0; at < PROBES; at++) {
    if (at % 2 === 0) {
      const text = sentence(60 + Math.floor(chance() * 120))
      await fresh.time(() => place(store, 'probe', text, false))
    } else {
      const text = pick(kept)
      if ((await copied.time(() => place(store, 'probe', text, false))).later) found++
    }
  }
  fresh.tell(`${name}, a new answer`)
  copied.tell(`${name}, a copy (${found} of ${PROBES / 2} found)`)
}

await judge()
memory('after judging')
const folder = await mkdtemp(join(tmpdir(), 'byhand-bench-survey-'))
const store = await openSqlite({ folder })
try {
  const kept: string[] = []
  await fill(store, 0, FIRST_INDEXED, kept)
  await probe(`among ${FIRST_INDEXED}`, store, kept)
  memory(`with ${FIRST_INDEXED} indexed`)
  const same = sentence(120)
  for (let at = 0; at < FLOOD; at++) await place(store, `f${at}`, same, true)
  await probe(`after a flood of ${FLOOD} copies`, store, [same])
  if (INDEXED > FIRST_INDEXED) {
    await fill(store, FIRST_INDEXED, INDEXED, kept)
    await probe(`among ${INDEXED}`, store, kept)
    memory(`with ${INDEXED} indexed`)
  }
} finally {
  await store.close()
  await rm(folder, { recursive: true, force: true })
}
