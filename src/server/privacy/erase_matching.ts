/** Erases matching sessions in small steps, so that other work need not wait. */
import type { FactFilter, FactOrder } from '../../store/facts.ts'
import type { SessionKey } from '../../store/sessions.ts'
import type { Store } from '../../store/store.ts'

/** Sessions or analyses per step. */
export const ERASED_PER_STEP = 50

export interface Matching {
  readonly workspace: string
  /** Only indexed filters, so that a step with fewer sessions than the limit is the last one. */
  readonly filter: Pick<FactFilter, 'user' | 'tag' | 'to'>
  readonly order: FactOrder
}

export async function eraseMatching(
  store: Store,
  matching: Matching,
  erase?: (key: SessionKey) => Promise<unknown>,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const { workspace } = matching
  for (;;) {
    const { rows } = await store.facts.list({
      ...matching,
      limit: ERASED_PER_STEP,
    })
    const ids = rows.map(({ sessionId }) => sessionId)
    if (erase === undefined) await store.sessions.eraseAll(workspace, ids)
    else for (const sessionId of ids) await erase({ workspace, sessionId })
    if (isStopped() || rows.length < ERASED_PER_STEP) return
  }
}
