/** Recorded visits of a person and of a bot, which the first start stores as examples. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { RecordedBatch } from '../../contract/batch/codec.ts'
import { EXAMPLE_SESSIONS, type ExampleName } from '../../contract/example_session.ts'
import type { Store } from '../../store/store.ts'
import { storeRecording } from './store_recording.ts'

/** Written by `npm run build`. */
const FILE = join(import.meta.dirname, '../../../dist/demo_data/examples.json.gz')

/** Each visit has ended. */
const ENDED_MS = 60_000

export const hasExamples = (): boolean => existsSync(FILE)

export async function storeExamples(store: Store, workspace: string, now: number): Promise<void> {
  const text = (await promisify(gunzip)(await readFile(FILE))).toString()
  const file = JSON.parse(text) as Readonly<Record<ExampleName, readonly RecordedBatch[]>>
  for (const [name, sessionId] of Object.entries(EXAMPLE_SESSIONS)) {
    const batches = file[name as ExampleName]
    const times = batches.map(({ receipt }) => receipt.at)
    const startsAt = now - ENDED_MS - (Math.max(...times) - Math.min(...times))
    const options = { siteKeyId: 'example', startsAt, tags: ['welcome'] }
    await storeRecording(store, { workspace, sessionId }, batches, options)
  }
}
