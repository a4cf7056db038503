/**
 * Builds demo data for an empty workspace from the lab's recordings: controls and automation stacks, with the survey
 * answers that they typed. The service reads this small file on request.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type KeptRecording, readRecordings } from '../lab/recordings.ts'
import { replaceFolder } from './staged_folder.ts'

/** Number of stacks per family of tools, limited to keep the file small. */
const STACKS_PER_FAMILY = 2
const CONTROLS = 16
const REPEATED_EVERY = 5

const QUESTIONS = {
  q1: 'Think of the last trip you made through town. What went well, and what did not?',
  q2: 'One thing you would change first?',
}

/** One run of each stack, not always the first, because runs have different answers. */
function chosen(recordings: readonly KeptRecording[]): KeptRecording[] {
  const byStack = Map.groupBy(
    recordings.filter(({ page }) => page === 'survey'),
    ({ stack }) => stack,
  )
  const perFamily = new Map<string, number>()
  return [...byStack.values()]
    .filter(([first]) => {
      const { family, kind } = first as KeptRecording
      const count = (perFamily.get(family) ?? 0) + 1
      perFamily.set(family, count)
      return count <= (kind === 'control' ? CONTROLS : STACKS_PER_FAMILY)
    })
    .map((runs, index) => runs[index % runs.length] as KeptRecording)
}

/** The lab has few texts. Includes every participant with a new text, and some with a repeated text. */
function participants(answers: readonly Record<string, string>[]): boolean[] {
  const seenTexts = new Set<string>()
  let repeated = 0
  return answers.map((own) => {
    const text = own.q1 ?? ''
    const isNew = !seenTexts.has(text)
    seenTexts.add(text)
    return text !== '' && (isNew || ++repeated % REPEATED_EVERY === 0)
  })
}

/** The final text of each question, from the recorded changes. */
function answersOf({ batches }: KeptRecording): Record<string, string> {
  const texts = new Map<string, string>()
  for (const { batch } of batches) {
    for (const [name, , position, removed, inserted] of batch.edits ?? []) {
      const id = batch.names[name]?.[1]
      if (id === undefined || typeof inserted !== 'string') continue
      const before = texts.get(id) ?? ''
      texts.set(id, before.slice(0, position) + inserted + before.slice(position + removed))
    }
  }
  return Object.fromEntries(Object.keys(QUESTIONS).map((id) => [id, texts.get(id) ?? '']))
}

export function makeDemoData(recordings: readonly KeptRecording[]) {
  // People come first, because the later of two equal answers is reported as the duplicate.
  const sessions = chosen(recordings).toSorted((a, b) => (a.kind < b.kind ? 1 : a.kind > b.kind ? -1 : 0))
  const answers = sessions.map(answersOf)
  const takesPart = participants(answers)
  return {
    questions: QUESTIONS,
    sessions: sessions.map(({ stack, kind, batches }, index) => ({
      stack,
      kind,
      answers: takesPart[index] ? answers[index] : {},
      batches,
    })),
  }
}

/** The bot of the live demo: a short visit with visible jumps of the pointer. */
const BOT = 'stealth-naive'

function makeBot(recordings: readonly KeptRecording[]) {
  const found = recordings.find(({ stack, page }) => stack === BOT && page === 'survey')
  if (found === undefined) throw new Error(`there is no recording of ${BOT}`)
  return { stack: found.stack, batches: found.batches }
}

export async function buildDemoData(): Promise<void> {
  await replaceFolder('demo_data', async (folder) => {
    const recordings = readRecordings()
    writeFileSync(join(folder, 'bot.json.gz'), gzipSync(JSON.stringify(makeBot(recordings)), { level: 9 }))
    const data = makeDemoData(recordings)
    const bytes = gzipSync(JSON.stringify(data), { level: 9 })
    writeFileSync(join(folder, 'demo.json.gz'), bytes)
    console.log(`demo data: ${data.sessions.length} sessions, ${bytes.length} bytes`)
  })
}
