/** A recorded bot, scored by the service after each batch, as it would have been during the visit. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { RecordedBatch } from '../../contract/codec.ts'
import type { DemoBot, DemoResult } from '../../contract/live_demo.ts'
import type { BuiltView } from '../../report/view/build_view.ts'
import type { Services } from '../services.ts'
import { LIVE_DEMO } from '../workspace/demo_workspace.ts'
import { storeRecording } from './store_recording.ts'

/** Written by `npm run build`. */
const FILE = join(import.meta.dirname, '../../../dist/demo_data/bot.json.gz')

interface BotFile {
  readonly stack: string
  readonly batches: readonly RecordedBatch[]
}

export const hasRecordedBot = (): boolean => existsSync(FILE)

export async function scoreRecordedBot({ store, scoring, now }: Services): Promise<DemoBot> {
  const { stack, batches } = JSON.parse((await promisify(gunzip)(await readFile(FILE))).toString()) as BotFile
  const key = { workspace: LIVE_DEMO, sessionId: randomBytes(16).toString('base64url') }
  const results: { readonly at: number; readonly view: BuiltView }[] = []
  try {
    await storeRecording(store, key, batches, {
      startsAt: now(),
      onBatch: async ({ receipt }) => {
        const text = await scoring.view(key)
        if (text !== null) results.push({ at: receipt.at, view: JSON.parse(text) as BuiltView })
      },
    })
  } finally {
    // A second copy would be detected as a replay of the first.
    await store.sessions.erase(key)
  }
  const last = results.at(-1)
  if (last === undefined) throw new Error('the recording of the demo has no batches')
  const { replay } = last.view
  return {
    stack,
    replay,
    results: results.map(({ at, view }) => ({
      at_ms: Math.max(0, at - replay.started_at),
      result: resultOf(view),
    })),
  }
}

export const resultOf = (view: BuiltView): DemoResult => ({
  risk_score: view.risk_score,
  risk_explanation: view.risk_explanation,
  recommended_action: view.recommended_action,
  event_count: view.event_count,
  checks: view.checks,
})
