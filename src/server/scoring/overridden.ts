/** Adds a reviewer's label to a session on the wire: the action that applies, and who overrode the computed one. */
import type { RecommendedAction } from '../../contract/checks.ts'
import type { OverriddenBy } from '../../contract/session.ts'
import { effectiveAction } from '../../risk/override.ts'
import type { StoredLabel } from '../../store/facts.ts'
import type { Store } from '../../store/store.ts'
import { openAuthors } from '../audit/authors.ts'

export interface Overridden<Computed> {
  readonly effective_action: RecommendedAction | Computed
  readonly overridden_by: OverriddenBy | null
}

export interface Overrides {
  of<Computed extends RecommendedAction | null>(
    workspace: string,
    computed: Computed,
    label: StoredLabel | null,
  ): Promise<Overridden<Computed>>
}

/** Opened once per response: it looks up each author once. */
export function openOverrides(store: Pick<Store, 'accounts' | 'keys'>): Overrides {
  const authorOf = openAuthors(store)
  return {
    async of(workspace, computed, stored) {
      if (stored === null) return { effective_action: computed, overridden_by: null }
      const { label, memberId, at, note } = stored
      return {
        effective_action: effectiveAction(computed, label),
        overridden_by: { label, by: await authorOf(workspace, memberId), at, note },
      }
    },
  }
}
