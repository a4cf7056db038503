/** Something to rot, everything that can be asked about it, and the judgement on what was told. */
import type { Store } from '../../src/store/store.ts'
import { newBatch, newReport } from '../../src/store/suite/engine.ts'

const WORKSPACE = 'ws_rot'
/** The survey that the release's data holds. */
const SURVEY = 'kept'

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

/** Everything an API or a page would ask for, each by its name; what is refused says so. */
export async function tellAll(store: Store): Promise<Map<string, string>> {
  const told = new Map<string, string>()
  const tell = async (name: string, ask: () => Promise<unknown>) => {
    told.set(
      name,
      await ask().then(
        (value) => JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part)),
        () => 'refused',
      ),
    )
  }
  const workspaces = [WORKSPACE, ...(await store.keys.workspaces().catch(() => [])).map(({ id }) => id)]
  await tell('workspaces', () => store.keys.workspaces())
  for (const workspace of workspaces) {
    await tell(`${workspace} recent`, () => store.sessions.recent(workspace, { limit: 99 }))
    await tell(`${workspace} tag`, () => store.sessions.byTag(workspace, 'all', { limit: 99 }))
    await tell(`${workspace} user`, () => store.sessions.byUser(workspace, 'user 1', { limit: 99 }))
    await tell(`${workspace} keys`, () => store.keys.list(workspace))
    await tell(`${workspace} members`, () => store.accounts.membersOf(workspace))
    await tell(`${workspace} participants`, () =>
      store.surveys.participants({ workspace, surveyId: SURVEY, limit: 9 }),
    )
    for (const participantId of ['p1', 'p2', 'p3']) {
      await tell(`${workspace} ${participantId}`, () =>
        store.surveys.find({ workspace, surveyId: SURVEY, participantId }),
      )
      await tell(`${workspace} ${participantId} indexed`, () =>
        store.surveys.indexed({ workspace, surveyId: SURVEY, participantId }),
      )
    }
  }
  for (const { workspace, sessionId } of await store.sessions.page(999).catch(() => [])) {
    await tell(`find ${sessionId}`, () => store.sessions.find({ workspace, sessionId }))
    await tell(`batches ${sessionId}`, () => store.sessions.batches({ workspace, sessionId }))
  }
  await tell('page', () => store.sessions.page(999))
  return told
}

export type Told = Map<string, string> | 'refused' | 'noticed'
export type Outcome = 'right' | 'refused' | 'noticed' | { readonly wrong: string[] }

export function judge(told: Told, truth: ReadonlyMap<string, string>): Outcome {
  if (typeof told === 'string') return told
  const wrong = [...truth].filter(
    ([name, value]) => (told.get(name) ?? 'nothing') !== value && told.get(name) !== 'refused',
  )
  // A list that was refused hides the names of what it lists.
  const hidden = told.get('page') === 'refused' || told.get('workspaces') === 'refused'
  const telling = hidden ? wrong.filter(([name]) => told.has(name)) : wrong
  if (telling.length > 0) return { wrong: telling.map(([name]) => name) }
  return [...told.values()].includes('refused') || hidden ? 'refused' : 'right'
}
