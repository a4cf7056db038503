/** A recorded bot, scored by the service after each batch, as it would have been during the visit. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { RecordedBatch } from '../../contract/batch/codec.ts'
import { TICKS_PER_MS } from '../../contract/batch/rows.ts'
import type { DemoBot, DemoBotName, DemoFill, DemoResult } from '../../contract/live_demo.ts'
import type { BuiltView } from '../../report/view/build_view.ts'
import type { Services } from '../services.ts'
import { LIVE_DEMO } from '../workspace/demo_workspace.ts'
import { storeRecording } from './store_recording.ts'

/** Written by `npm run build`. */
const FILE = join(import.meta.dirname, '../../../dist/demo_data/bots.json.gz')

type BotFile = Readonly<Record<DemoBotName, readonly RecordedBatch[]>>

export const hasRecordedBots = (): boolean => existsSync(FILE)

export async function scoreRecordedBot(
  { store, scoring, now }: Services,
  name: DemoBotName,
): Promise<DemoBot> {
  const file = JSON.parse((await promisify(gunzip)(await readFile(FILE))).toString()) as BotFile
  const key = { workspace: LIVE_DEMO, sessionId: randomBytes(16).toString('base64url') }
  const results: { readonly at: number; readonly view: BuiltView }[] = []
  const stored: RecordedBatch[] = []
  try {
    await storeRecording(store, key, file[name], {
      siteKeyId: 'demo',
      startsAt: now(),
      onBatch: async (recorded) => {
        stored.push(recorded)
        const text = await scoring.view(key)
        if (text !== null) results.push({ at: recorded.receipt.at, view: JSON.parse(text) as BuiltView })
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
    replay,
    fills: fillsOf(stored, replay.started_at),
    results: results.map(({ at, view }) => ({
      at_ms: Math.max(0, at - replay.started_at),
      result: resultOf(view),
    })),
  }
}

/** The text of each question after each recorded change. */
function fillsOf(batches: readonly RecordedBatch[], startedAt: number): DemoFill[] {
  const texts = new Map<string, string>()
  return batches.flatMap(({ batch }) =>
    (batch.edits ?? []).flatMap(([name, t, position, removed, inserted]): DemoFill[] => {
      const id = batch.names[name]?.[1]
      if (id === undefined || typeof inserted !== 'string') return []
      const before = texts.get(id) ?? ''
      const after = before.slice(0, position) + inserted + before.slice(position + removed)
      texts.set(id, after)
      return [[Math.max(0, Math.round(batch.time_origin + t / TICKS_PER_MS - startedAt)), id, after]]
    }),
  )
}

export const resultOf = (view: BuiltView): DemoResult => ({
  risk_score: view.risk_score,
  risk_explanation: view.risk_explanation,
  recommended_action: view.recommended_action,
  event_count: view.event_count,
  checks: view.checks,
})
