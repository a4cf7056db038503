/** Reads the lab's own recordings, which already consist of batches. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readRecordings, sessionOf } from '../recordings.ts'
import type { Labeled } from './labeled.ts'

export function* readOwn(folder = join(import.meta.dirname, '..', 'recordings')): Generator<Labeled> {
  if (!existsSync(folder)) return
  for (const recording of readRecordings(folder)) {
    yield {
      kind: recording.kind === 'bot' ? 'automation' : 'control',
      source: 'lab',
      family: recording.family,
      who: recording.stack,
      name: recording.name,
      input: 'mixed',
      device: 'desktop',
      session: sessionOf(recording),
    }
  }
}
