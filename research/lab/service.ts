/** Starts the real service in its own folder, with a separate workspace for each run. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeBatch, type RecordedBatch } from '../../src/contract/batch/codec.ts'
import type { SessionReport } from '../../src/contract/session.ts'
import { startService } from '../../src/server/boot/start.ts'
import { readConfig } from '../../src/server/config/config.ts'
import { createKey } from '../../src/server/workspace/keys.ts'
import { sleep } from './scenario.ts'

export interface LabRun {
  readonly siteKey: string
  /** Waits for the final batch of the document. */
  lastBatch(timeoutMs: number): Promise<void>
  /** The session with the most events, in case the stack opened the page more than once. */
  result(): Promise<{
    readonly batches: RecordedBatch[]
    readonly report: SessionReport
    readonly sessions: number
  }>
}

export interface LabService {
  readonly address: string
  newRun(): Promise<LabRun>
  close(): Promise<void>
}

const POLL_MS = 100

export async function startLabService(): Promise<LabService> {
  const folder = await mkdtemp(join(tmpdir(), 'byhand-lab-'))
  const service = await startService(
    readConfig({ BYHAND_DATA: folder, BYHAND_PORT: '0', BYHAND_RATE_SESSIONS_PER_IP: '0' }),
    { writeLog: () => {} },
  )
  const { store } = service.services
  let runs = 0
  return {
    address: service.address,
    async newRun() {
      const workspace = `ws_lab${runs++}`
      const now = Date.now()
      await store.keys.createWorkspace({ id: workspace, name: 'lab', createdAt: now, settings: {} })
      const site = await createKey(store.keys, { workspace, kind: 'site', name: 'lab' }, now)
      const secret = await createKey(
        store.keys,
        { workspace, kind: 'secret', name: 'lab', scopes: ['sessions'] },
        now,
      )
      const sessions = async () =>
        (await store.sessions.recent(workspace, { limit: 20 }))
          .map(({ session }) => session)
          .sort((a, b) => b.rowCount - a.rowCount)
      const batchesOf = async (sessionId: string) =>
        (await store.sessions.batches({ workspace, sessionId })).map(({ bytes }) => decodeBatch(bytes))
      return {
        siteKey: site.key,
        async lastBatch(timeoutMs) {
          const until = Date.now() + timeoutMs
          for (;;) {
            const [largest] = await sessions()
            if (largest && (await batchesOf(largest.sessionId)).some(({ batch }) => batch.final)) return
            if (Date.now() > until) {
              const what = largest ? `${largest.batchCount} batches, none the last` : 'no session'
              throw new Error(`the final batch did not arrive: ${what}`)
            }
            await sleep(POLL_MS)
          }
        },
        async result() {
          const all = await sessions()
          const [largest] = all
          if (!largest) throw new Error('no session was recorded')
          const response = await fetch(`${service.address}/v1/sessions/${largest.sessionId}/report`, {
            headers: { authorization: `Bearer ${secret.key}` },
          })
          if (!response.ok) throw new Error(`reading the report failed: ${await response.text()}`)
          return {
            batches: await batchesOf(largest.sessionId),
            report: (await response.json()) as SessionReport,
            sessions: all.length,
          }
        },
      }
    },
    async close() {
      await service.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
