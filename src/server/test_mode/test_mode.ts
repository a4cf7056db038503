/** The workspace of test keys: it is created with the first test key and always has the canned sessions. */
import { hash } from 'node:crypto'
import { cannedRecording } from '../../report/canned/canned_recording.ts'
import { CANNED_SESSIONS, CANNED_USER } from '../../report/canned/canned_sessions.ts'
import type { Store } from '../../store/store.ts'
import { HOUR_MS } from '../../store/terms.ts'
import { testWorkspaceOf } from '../../store/test_workspace.ts'
import { keyText } from '../../store/values/key_text.ts'
import { appendRecorded } from './append_recorded.ts'

const CANNED_TAG = 'test'

/** In place of the id of a site key. */
const SENDER = 'test'
/**
 * They start one second apart, so that lists have a fixed order, and all have ended. Counted from the hour, because the
 * first test key and the background job may add them at the same time.
 */
const STEP_MS = 1_000
const ENDED_MS = 60_000

export async function openTestWorkspace(store: Store, live: string, now: number): Promise<void> {
  const id = testWorkspaceOf(live)
  if ((await store.keys.workspace(id)) === null) {
    const name = `${(await store.keys.workspace(live))?.name ?? live} (test)`
    try {
      await store.keys.createWorkspace({ id, name, createdAt: now, settings: {} })
    } catch (error) {
      // Another request created it at the same time.
      if ((await store.keys.workspace(id)) === null) throw error
    }
  }
  await restoreCannedSessions(store, id, now)
}

/** Adds the canned sessions that are missing: new ones, and those that were erased or whose retention ended. */
export async function restoreCannedSessions(store: Store, workspace: string, now: number): Promise<void> {
  const missing: number[] = []
  for (const [index, { id }] of CANNED_SESSIONS.entries()) {
    if ((await store.sessions.find({ workspace, sessionId: id })) === null) missing.push(index)
  }
  if (missing.length === 0) return
  // An erased session could not be opened again.
  await store.sessions.forgetErased(workspace, now + 1)
  for (const index of missing) await append(store, workspace, index, now)
}

async function append(store: Store, workspace: string, index: number, now: number): Promise<void> {
  const { id: sessionId, group, visit } = CANNED_SESSIONS[index] as (typeof CANNED_SESSIONS)[number]
  const names = { userId: CANNED_USER, tags: [CANNED_TAG, group] }
  const startsAt = now - (now % HOUR_MS) - ENDED_MS - index * STEP_MS
  const tabSecret = hash('sha256', sessionId, 'buffer')
  for (const recorded of cannedRecording({ sessionId, startsAt, ...names }, visit)) {
    await appendRecorded(store, { workspace, sessionId }, recorded, {
      siteKeyId: SENDER,
      tabSecret,
      ...names,
    })
  }
  // The id of the session is also the id of its device.
  await store.surveys.saveDevice(workspace, keyText(sessionId), sessionId, startsAt)
}
