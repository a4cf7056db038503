/** Adds a reviewer's label to a session on the wire: the action that applies, and who overruled the computed one. */
import type { RecommendedAction } from '../../contract/checks.ts'
import type { OverruledBy } from '../../contract/session.ts'
import { effectiveAction } from '../../risk/overrule.ts'
import type { StoredLabel } from '../../store/facts.ts'
import type { Store } from '../../store/store.ts'
import { openAuthors } from '../base/authors.ts'

export interface Overruled<Computed> {
  readonly effective_action: RecommendedAction | Computed
  readonly overruled_by: OverruledBy | null
}

export interface Overrules {
  of<Computed extends RecommendedAction | null>(
    workspace: string,
    computed: Computed,
    label: StoredLabel | null,
  ): Promise<Overruled<Computed>>
}

/** Opened once per response: it looks up each author once. */
export function openOverrules(store: Pick<Store, 'accounts' | 'keys'>): Overrules {
  const authorOf = openAuthors(store)
  return {
    async of(workspace, computed, stored) {
      if (stored === null) return { effective_action: computed, overruled_by: null }
      const { label, memberId, at, note } = stored
      return {
        effective_action: effectiveAction(computed, label),
        overruled_by: { label, by: await authorOf(workspace, memberId), at, note },
      }
    },
  }
}
