/**
 * Builds demo data for an empty workspace: the lab's recordings of controls and automation stacks as visits of a small
 * site, and a survey. The service reads this small file on request.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { isUnseen, type KeptRecording, readRecordings } from '../research/lab/recordings.ts'
import type { RecordedBatch } from '../src/contract/batch/codec.ts'
import type { ExampleName } from '../src/contract/example_session.ts'
import { DEMO_BOTS } from '../src/contract/live_demo.ts'
import { placedOnSite } from './demo/pages.ts'
import { type DemoParticipant, PARTICIPANTS, QUESTIONS, SURVEY_ID } from './demo/survey.ts'
import { replaceFolder } from './staged_folder.ts'
import { typedBy } from './typed_history.ts'

/** Stacks per family of tools, and runs of each control. They keep the file small and people in the majority. */
const STACKS_PER_FAMILY = 1
const RUNS_PER_CONTROL = 3

function visits(recordings: readonly KeptRecording[]): KeptRecording[] {
  const known = recordings.filter((one) => one.page === 'survey' && !isUnseen(one))
  const byStack = Map.groupBy(known, ({ stack }) => stack)
  const perFamily = new Map<string, number>()
  return [...byStack.values()].flatMap((runs, index) => {
    const { family, kind } = runs[0] as KeptRecording
    if (kind === 'control') return runs.slice(0, RUNS_PER_CONTROL)
    const count = (perFamily.get(family) ?? 0) + 1
    perFamily.set(family, count)
    // Not always the first run, because runs have different answers.
    return count > STACKS_PER_FAMILY && !ALWAYS.has(runs[0]?.stack ?? '')
      ? []
      : [runs[index % runs.length] as KeptRecording]
  })
}

/** Stacks that pictures and linked sessions need. */
const ALWAYS = new Set(['stealth-naive', 'cdp-human'])

/** The first words of the first answer are typed, so that its playback shows both. */
function pasted(answer: string, at: number) {
  if (at > 0) return [{ s: answer, t: 0 }]
  const typed = typedBy(answer.slice(0, answer.lastIndexOf(' ', TYPED_CHARS) + 1), 7)
  return [...typed, { s: answer, t: (typed.at(-1)?.t ?? 0) + 4_000 }]
}
const TYPED_CHARS = 32

function participant({ answers, entry }: DemoParticipant, index: number) {
  const ids = Object.keys(QUESTIONS)
  const byQuestion = <Value>(make: (answer: string, at: number) => Value) =>
    Object.fromEntries(answers.map((answer, at) => [ids[at], make(answer, at)]))
  return {
    participant_id: `P${String(index + 1).padStart(3, '0')}`,
    responses: byQuestion((answer) => answer),
    ...(entry !== 'unrecorded' && {
      question_histories: byQuestion((answer, at) =>
        entry === 'pasted' ? pasted(answer, at) : typedBy(answer, 1 + 3 * index + at),
      ),
    }),
  }
}

export function makeDemoData(recordings: readonly KeptRecording[]) {
  const counts = { bot: 0, control: 0 }
  return {
    sessions: visits(recordings).map(({ stack, kind, batches }) => ({
      stack,
      kind,
      batches: placedOnSite(batches, kind, counts[kind]++),
    })),
    survey: { id: SURVEY_ID, questions: QUESTIONS, participants: PARTICIPANTS.map(participant) },
  }
}

/** The bots of the live demo, whose form has the questions of the recorded page. */
const makeBots = (recordings: readonly KeptRecording[]) =>
  Object.fromEntries(
    DEMO_BOTS.map((name) => {
      const found = recordings.find(({ stack, page }) => stack === name && page === 'survey')
      if (found === undefined) throw new Error(`there is no recording of ${name}`)
      return [name, found.batches]
    }),
  )

/** The examples of the first start. */
function makeExamples(recordings: readonly KeptRecording[]): Record<ExampleName, readonly RecordedBatch[]> {
  const batchesOf = (name: string) => {
    const found = visits(recordings).find(({ stack }) => stack === name)
    if (found === undefined) throw new Error(`there is no recording of ${name}`)
    return placedOnSite(found.batches, found.kind, 0)
  }
  return { person: batchesOf('plain'), bot: batchesOf('stealth-naive') }
}

export async function buildDemoData(): Promise<void> {
  await replaceFolder('demo_data', async (folder) => {
    const recordings = readRecordings()
    const write = (name: string, data: unknown) => {
      const bytes = gzipSync(JSON.stringify(data), { level: 9 })
      writeFileSync(join(folder, `${name}.json.gz`), bytes)
      return bytes.length
    }
    write('bots', makeBots(recordings))
    write('examples', makeExamples(recordings))
    const data = makeDemoData(recordings)
    console.log(`demo data: ${data.sessions.length} sessions, ${write('demo', data)} bytes`)
  })
}
