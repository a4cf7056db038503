/** The action that applies: a reviewer's label overrides the computed action, which stays as it is. */
import type { RecommendedAction } from '../contract/checks.ts'

const BY_LABEL = {
  person: 'Auto-accept',
  bot: 'Auto-reject or high-priority review',
} as const satisfies Readonly<Record<string, RecommendedAction>>

export type OverridingLabel = keyof typeof BY_LABEL

export function effectiveAction<Computed extends RecommendedAction | null>(
  computed: Computed,
  label: OverridingLabel | null,
): RecommendedAction | Computed {
  return label === null ? computed : BY_LABEL[label]
}
