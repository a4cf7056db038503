/**
 * Demo data for an empty workspace, out of the lab's own recordings: people-like controls and driven browsers, with the
 * survey answers they typed. One small file that the service reads when somebody asks for it.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type KeptRecording, readRecordings } from '../lab/recordings.ts'

const OUT = join(import.meta.dirname, '..', 'dist', 'demo_data')

/** Of each family of tools so many stacks: enough to look at, little to carry. */
const STACKS_PER_FAMILY = 2
const CONTROLS = 16

const QUESTIONS = {
  q1: 'Think of the last trip you made through town. What went well, and what did not?',
  q2: 'One thing you would change first?',
}

function chosen(recordings: readonly KeptRecording[]): KeptRecording[] {
  const firsts = new Map<string, KeptRecording>()
  for (const recording of recordings) {
    if (recording.page === 'survey' && !firsts.has(recording.stack)) firsts.set(recording.stack, recording)
  }
  const perFamily = new Map<string, number>()
  return [...firsts.values()].filter(({ family, kind }) => {
    const count = (perFamily.get(family) ?? 0) + 1
    perFamily.set(family, count)
    return count <= (kind === 'control' ? CONTROLS : STACKS_PER_FAMILY)
  })
}

/** What stood in each question at the end, from the changes that were recorded. */
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
  return {
    questions: QUESTIONS,
    sessions: chosen(recordings).map((recording) => ({
      stack: recording.stack,
      kind: recording.kind,
      answers: answersOf(recording),
      batches: recording.batches,
    })),
  }
}

if (import.meta.main) {
  const data = makeDemoData(readRecordings())
  const bytes = gzipSync(JSON.stringify(data), { level: 9 })
  mkdirSync(OUT, { recursive: true })
  writeFileSync(join(OUT, 'demo.json.gz'), bytes)
  console.log(`demo data: ${data.sessions.length} sessions, ${bytes.length} bytes`)
}
