/** A separate service for one test file, with a real listener and store in a temporary folder. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeBatch, type RecordedBatch } from '../../src/contract/batch/codec.ts'
import type { Service, StartOptions } from '../../src/server/boot/open_service.ts'
import { startService } from '../../src/server/boot/start.ts'
import { readConfig } from '../../src/server/config/config.ts'
import { createKey } from '../../src/server/workspace/keys.ts'
import type { Scope } from '../../src/store/keys.ts'

export interface RunningService extends Service {
  readonly folder: string
  readonly logLines: readonly string[]
  workspace(): Promise<TestWorkspace>
  stop(): Promise<void>
}

export interface TestWorkspace {
  readonly id: string
  readonly siteKey: string
  readonly siteKeyId: string
  /** Both scopes. */
  readonly secretKey: string
  key(scopes: readonly Scope[]): Promise<{ readonly key: string; readonly id: string }>
  /** Sends a first batch, and the rest with its token, to the ingest path. */
  send(sessionId: string, batches: readonly RecordedBatch[], names?: SessionNames): Promise<void>
  /** Writes batches with given receipts directly into the store. */
  append(sessionId: string, batches: readonly RecordedBatch[], names?: SessionNames): Promise<void>
}

export interface SessionNames {
  readonly userId?: string
  readonly tags?: readonly string[]
  readonly receivedAt?: number
}

export async function runService(
  env: Readonly<Record<string, string>> = {},
  options: StartOptions & { readonly folder?: string } = {},
): Promise<RunningService> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'byhand-test-')))
  const logLines: string[] = []
  const config = readConfig({
    BYHAND_DATA: folder,
    BYHAND_PORT: '0',
    BYHAND_LOG_LEVEL: 'debug',
    BYHAND_RATE_READS_PER_KEY: '0',
    BYHAND_RATE_DASHBOARD_READS: '0',
    BYHAND_RATE_DASHBOARD_CHANGES: '0',
    BYHAND_RATE_LOGINS_PER_IP: '0',
    BYHAND_RATE_PAGES_PER_IP: '0',
    ...env,
  })
  const service = await startService(config, { writeLog: (line) => logLines.push(line), ...options })
  const { store, now } = service.services
  let made = 0

  return {
    ...service,
    folder,
    logLines,
    async workspace() {
      const id = `ws_test${made++}`
      // Recorded sessions are old; the default retention would erase them.
      const settings = { retention: { session_days: null, survey_days: null, address_hours: null } }
      await store.keys.createWorkspace({ id, name: 'test', createdAt: now(), settings })
      const issue = (kind: 'site' | 'secret', scopes: readonly Scope[]) =>
        createKey(store.keys, { workspace: id, kind, name: 'test', scopes }, now())
      const site = await issue('site', [])
      const secret = await issue('secret', ['sessions', 'survey'])
      return {
        id,
        siteKey: site.key,
        siteKeyId: site.row.id,
        secretKey: secret.key,
        async key(scopes) {
          const { key, row } = await issue('secret', scopes)
          return { key, id: row.id }
        },
        async send(sessionId, batches, { userId, tags } = {}) {
          let token: string | undefined
          for (const { batch } of batches) {
            const response = await fetch(service.address + config.ingestPath, {
              method: 'POST',
              body: JSON.stringify({
                v: 1,
                site_key: site.key,
                ...batch,
                session_id: sessionId,
                ...(token === undefined ? { tab_secret: sessionId } : { token }),
                ...(userId !== undefined && { user_id: userId }),
                ...(tags !== undefined && { tags }),
              }),
            })
            const answer = (await response.json()) as { token?: string }
            if (!response.ok) throw new Error(`the batch was refused: ${JSON.stringify(answer)}`)
            token = answer.token
          }
        },
        async append(sessionId, batches, { userId, tags, receivedAt } = {}) {
          for (const recorded of batches) {
            const { tab, page, seq, rows } = recorded.batch
            const bytes = encodeBatch(recorded)
            const { status } = await store.sessions.append({
              workspace: id,
              sessionId,
              siteKeyId: site.row.id,
              tab,
              page,
              seq,
              receivedAt: receivedAt ?? recorded.receipt.at,
              bytes,
              digest: Buffer.from(`${tab}${seq}${Buffer.from(bytes).toString('base64')}`.padEnd(16)),
              rows: rows.length,
              final: false,
              tabSecret: Buffer.alloc(32, sessionId),
              ...(userId !== undefined && { userId }),
              ...(tags !== undefined && { tags }),
            })
            if (status !== 'stored') throw new Error(`the batch was ${status}`)
          }
        },
      }
    },
    async stop() {
      await service.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
