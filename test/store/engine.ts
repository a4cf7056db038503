/** The interface of an engine under test, and test data for the suite. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { NewBatch, SessionRow, StoredReport } from '../../src/store/sessions.ts'
import type { Store } from '../../src/store/store.ts'

export interface Engine {
  readonly name: string
  /** A new empty folder or database. */
  place(): Promise<Place>
  /** Whether several processes may open one place at once. */
  readonly shared: boolean
}

export interface Place {
  open(): Promise<Store>
  restore(fromFile: string): Promise<unknown>
  remove(): Promise<void>
}

/** The store under test. Each test uses its own workspaces. */
export type Subject = () => Store

export const newWorkspace = (): string => `ws_${randomUUID()}`
export const newSessionId = (): string => randomBytes(16).toString('base64url')
export const sha256 = (text: string): Uint8Array => createHash('sha256').update(text).digest()
export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The tab secret is derived from the session id, so that separately created batches match. */
export function newBatch(
  given: Partial<NewBatch> & Pick<NewBatch, 'workspace' | 'sessionId'>,
  content = `${given.tab}/${given.seq ?? 0}`,
): NewBatch {
  return {
    siteKeyId: 'key_1',
    tab: 'AAAAAAAA',
    page: 0,
    seq: 0,
    receivedAt: 1_000,
    bytes: bytesOf(content),
    digest: sha256(content),
    rows: 3,
    final: false,
    tabSecret: sha256(given.sessionId),
    ...given,
  }
}

/** A batch with a token has no tab secret. */
export function withToken({ tabSecret: _, ...batch }: NewBatch): NewBatch {
  return batch
}

export function newReport(revision: number, given: Partial<StoredReport> = {}): StoredReport {
  return {
    revision,
    version: 'v1',
    record: '{"risk_score":12}',
    score: 12,
    action: 'Auto-accept',
    log: '[]',
    ...given,
  }
}

export async function startSession(
  store: Store,
  workspace: string,
  given: Partial<NewBatch> = {},
): Promise<string> {
  const sessionId = given.sessionId ?? newSessionId()
  await store.sessions.append(newBatch({ workspace, sessionId, ...given }))
  return sessionId
}

export async function rowOf(store: Store, workspace: string, sessionId: string): Promise<SessionRow> {
  const found = await store.sessions.find({ workspace, sessionId })
  if (!found) throw new Error('there is no such session')
  return found.session
}
