/** Score and action of a session now, with the label of a reviewer. */
import type { RecommendedAction } from '../../contract/checks.ts'
import { effectiveAction } from '../../risk/override.ts'
import type { SessionKey, SessionRow } from '../../store/sessions.ts'
import type { Services } from '../services.ts'

export interface Verdict {
  readonly risk_score: number
  readonly effective_action: RecommendedAction
}

/** Null: there is no such session. */
export async function currentVerdict(
  services: Pick<Services, 'scoring' | 'store'>,
  key: SessionKey,
): Promise<Verdict | null> {
  return (await currentSession(services, key))?.verdict ?? null
}

export async function currentSession(
  { scoring, store }: Pick<Services, 'scoring' | 'store'>,
  key: SessionKey,
): Promise<{ readonly session: SessionRow; readonly verdict: Verdict } | null> {
  const scored = await scoring.report(key)
  if (scored === null) return null
  const { score, action } = scored.report
  const labels = await store.facts.labels(key.workspace, [key.sessionId])
  const label = labels.get(key.sessionId)?.label ?? null
  return {
    session: scored.session,
    verdict: {
      risk_score: score,
      effective_action: effectiveAction(action as RecommendedAction, label),
    },
  }
}
