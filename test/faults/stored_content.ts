/** Test data for damage tests, a function that reads all of it, and a comparison of the results. */
import type { Store } from '../../src/store/store.ts'
import { newBatch, newReport, sha256 } from '../store/engine.ts'
import { newKey } from '../store/keys.ts'
import { keyOf, newAnalysis, newAnswer } from '../store/surveys.ts'

const WORKSPACE = 'ws_damage'
const SURVEY = 'kept'
const PARTICIPANTS = ['p1', 'p2', 'p3']

/** A workspace with keys, members and analyses. */
export async function fillWorkspace(store: Store): Promise<void> {
  await store.keys.createWorkspace({ id: WORKSPACE, name: 'Damage', createdAt: 7, settings: { bands: [20] } })
  for (const name of ['first', 'second']) await store.keys.create(newKey(WORKSPACE, name))
  for (const id of ['ada', 'bob']) {
    const hash = sha256(id)
    await store.accounts.createLink({ hash, workspace: WORKSPACE, role: 'owner', expiresAt: 9 })
    const member = { id, email: `${id}@example.org`, password: 'scrypt', createdAt: 1, name: id }
    await store.accounts.acceptLink(hash, member, 1)
  }
  for (const [index, participant] of PARTICIPANTS.entries()) {
    const key = keyOf(WORKSPACE, participant, SURVEY)
    const request = JSON.stringify({ responses: { q1: `An answer of ${participant}.`.repeat(20) } })
    const answers = [newAnswer([BigInt(index), 9n]), newAnswer([7n], { questionId: 'q2' })]
    await store.surveys.save(newAnalysis(key, { request, flagged: index === 1 }), answers)
    await store.surveys.setVerdict(key, { verdict: 'keep', memberId: 'ada', at: 5, note: participant })
  }
}

export async function fill(store: Store, from: number, to: number): Promise<void> {
  for (let index = from; index < to; index++) {
    const key = { workspace: WORKSPACE, sessionId: `session-${index}` }
    const bytes = Uint8Array.from({ length: 900 }, (_, at) => (at * at * (index + 1)) >> 3)
    await store.sessions.append(
      newBatch({ ...key, receivedAt: index, userId: `user ${index % 3}`, tags: ['all', `${index}`], bytes }),
    )
    if (index % 2) await store.sessions.saveReport(key, newReport(1, { record: `{"n":${index}}` }))
  }
}

/**
 * Reads what has checksums, by name: sessions, batches, reports, and the requests and results of surveys. A failed read
 * yields `refused`.
 */
export async function readAll(store: Store): Promise<Map<string, string>> {
  const contents = new Map<string, string>()
  const read = async (name: string, query: () => Promise<unknown>) => {
    // Reports are read when they are used.
    const text = await query()
      .then((value) => JSON.stringify(value))
      .catch(() => 'refused')
    contents.set(name, text)
  }
  const workspace = WORKSPACE
  await read('recent', () => store.sessions.recent(workspace, { limit: 99 }))
  await read('tag', () => store.sessions.byTag(workspace, 'all', { limit: 99 }))
  await read('user', () => store.sessions.byUser(workspace, 'user 1', { limit: 99 }))
  for (const participantId of PARTICIPANTS) {
    await read(participantId, async () => {
      const found = await store.surveys.find({ workspace, surveyId: SURVEY, participantId })
      return [found?.request, found?.result, found?.overridden]
    })
  }
  for (const { workspace, sessionId } of await store.sessions.page(999).catch(() => [])) {
    await read(`find ${sessionId}`, () => store.sessions.find({ workspace, sessionId }))
    await read(`batches ${sessionId}`, () => store.sessions.batches({ workspace, sessionId }))
  }
  await read('page', () => store.sessions.page(999))
  return contents
}

export type Contents = Map<string, string> | 'refused' | 'noticed'
export type Outcome = 'right' | 'refused' | 'noticed' | { readonly wrong: string[] }

export function compareContents(contents: Contents, truth: ReadonlyMap<string, string>): Outcome {
  if (typeof contents === 'string') return contents
  const wrong = [...truth].filter(
    ([name, value]) => (contents.get(name) ?? 'nothing') !== value && contents.get(name) !== 'refused',
  )
  // A failed list hides the names of its items.
  const hidden = contents.get('page') === 'refused'
  const differing = hidden ? wrong.filter(([name]) => contents.has(name)) : wrong
  if (differing.length > 0) return { wrong: differing.map(([name]) => name) }
  return [...contents.values()].includes('refused') || hidden ? 'refused' : 'right'
}
