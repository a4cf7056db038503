/** The lab's recordings: one compressed JSON file per run. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { RecordedBatch } from '../../src/contract/batch/codec.ts'
import type { RecordedSession } from '../../src/contract/batch/recording.ts'
import { completed } from './convert/completed.ts'

const FOLDER = join(import.meta.dirname, 'recordings')

/** The result of another detector; null if it failed or gave no result. */
export interface Verdict {
  readonly bot: boolean | null
  readonly reasons: readonly string[]
}

export interface Verdicts {
  readonly botd: Verdict
  readonly fpscanner: Verdict
}

export interface Recording {
  /** The name of the stack or control in `lab/stacks` or `lab/controls`. */
  readonly stack: string
  readonly family: string
  readonly mode: 'headless' | 'headed'
  readonly kind: 'bot' | 'control'
  /** The page: `survey` is the lab's own third-party page, `demo` a longer survey. */
  readonly page: string
  /** `Chromium 156.0.8078.79` */
  readonly browser: string
  /** `YYYY-MM-DD` */
  readonly date: string
  /** The machine's load average over the last minute of the run. Older recordings have none. */
  readonly load?: number
  readonly verdicts: Verdicts
  readonly batches: readonly RecordedBatch[]
}

export interface KeptRecording extends Recording {
  /** The file name without its extension: `<stack>-<mode>-<n>`. */
  readonly name: string
}

/** Recordings for evaluation only: no fit reads them, and no limit or weight may be chosen on them. */
export const isUnseen = ({ stack }: Pick<Recording, 'stack'>): boolean => stack.startsWith('unseen-')

export function readRecordings(folder = FOLDER): KeptRecording[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json.gz'))
    .sort()
    .map((file) => {
      const recording: Recording = JSON.parse(gunzipSync(readFileSync(join(folder, file))).toString('utf8'))
      // Most recordings are older than the storage of headers, token ages and challenges.
      const batches = completed(recording.batches)
      return { name: file.slice(0, -'.json.gz'.length), ...recording, batches }
    })
}

export function writeRecording(name: string, recording: Recording, folder = FOLDER): number {
  mkdirSync(folder, { recursive: true })
  const bytes = gzipSync(JSON.stringify(recording), { level: 9 })
  writeFileSync(join(folder, `${name}.json.gz`), bytes)
  return bytes.length
}

/** Converts the recording to the input of the report. */
export function sessionOf({ batches }: Pick<Recording, 'batches'>): RecordedSession {
  const [first] = batches
  if (first === undefined) throw new Error('a recording without batches')
  return {
    sessionId: first.batch.session_id,
    userId: null,
    tags: [],
    batches,
    tampered: 0,
    overflow: 0,
  }
}
