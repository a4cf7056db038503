/** Sessions that match leave a few at a time, so that nothing else waits long: erasing clears their bytes too. */
import type { FactFilter, FactOrder } from '../../store/facts.ts'
import type { SessionKey } from '../../store/sessions.ts'
import type { Store } from '../../store/store.ts'

/** Sessions, participants or analyses that are looked up and erased together. */
export const ERASED_A_STEP = 50

export interface Matching {
  readonly workspace: string
  /** An index decides about these: a step with fewer sessions than it may have is the last. */
  readonly filter: Pick<FactFilter, 'user' | 'tag' | 'to'>
  readonly order: FactOrder
}

export async function eraseMatching(
  store: Store,
  matching: Matching,
  erase: (key: SessionKey) => Promise<unknown> = (key) => store.sessions.erase(key),
  isStopped: () => boolean = () => false,
): Promise<void> {
  for (;;) {
    const { rows } = await store.facts.list({ ...matching, scanLimit: ERASED_A_STEP, limit: ERASED_A_STEP })
    for (const { sessionId } of rows) await erase({ workspace: matching.workspace, sessionId })
    if (isStopped() || rows.length < ERASED_A_STEP) return
  }
}
