import { useQueryClient } from '@tanstack/react-query'
import type { RecommendedAction } from '../../contract/checks.ts'
import type { LabelChanged, LabelRequest } from '../../contract/dashboard/session_view.ts'
import type { Label, SessionList } from '../../contract/dashboard/sessions.ts'
import { formatTime } from '../format/time.ts'
import { visitName } from '../format/visit_name.ts'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { ReviewQueue } from '../review/review_queue.tsx'
import { SessionReasons } from '../review/session_reasons.tsx'
import { useQueue } from '../review/use_queue.ts'
import { navigate, useRoute, withSearch } from '../router.ts'
import { setLabel } from '../session/set_label.ts'
import { texts } from '../texts.ts'

const words = texts.review
const DOCS = ['how-to/review-sessions'] as const
const QUEUES = {
  review: 'Manual review or require additional verification',
  reject: 'Auto-reject or high-priority review',
  unknown: 'Unknown',
} as const satisfies Record<string, RecommendedAction>
type Queue = keyof typeof QUEUES

/** Unlabeled sessions of one action, worked by keyboard. */
export function SessionReview() {
  const asked = useRoute().search.get('queue') ?? ''
  const queue: Queue = Object.hasOwn(QUEUES, asked) ? (asked as Queue) : 'review'
  return (
    <Page title={words.title} lead={words.sessionsLead} docs={DOCS}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend. */}
      <div role="group" aria-label={words.queue} className="segmented">
        {(Object.keys(QUEUES) as Queue[]).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === queue}
            onClick={() => navigate(withSearch({ queue: name }), { replace: true })}
          >
            {words.queues[name]}
          </button>
        ))}
      </div>
      <Sessions key={queue} action={QUEUES[queue]} />
    </Page>
  )
}

function Sessions({ action }: { action: RecommendedAction }) {
  const cache = useQueryClient()
  const list = useQueue<SessionList>(['sessions'], { action, label: 'none', order: 'newest', limit: 50 })
  async function label(id: string, request: LabelRequest | null): Promise<LabelChanged> {
    const changed = await setLabel(id, request)
    void cache.invalidateQueries({ queryKey: ['sessions'] })
    return changed
  }
  async function decide(id: string, decision: Label, note: string) {
    const { previous } = await label(id, { label: decision, note })
    return () => label(id, previous && { label: previous.label, note: previous.note })
  }
  return (
    <Loaded query={list}>
      {({ pages }) => (
        <ReviewQueue
          entries={pages
            .flatMap((page) => page.items)
            .map((item) => ({
              id: item.session_id,
              name: visitName(item),
              under: formatTime(item.started_at),
            }))}
          hasMore={list.hasNextPage}
          decisions={['person', 'bot']}
          decide={decide}
          onNearEnd={() => void list.fetchNextPage()}
        >
          {(id) => <SessionReasons id={id} />}
        </ReviewQueue>
      )}
    </Loaded>
  )
}
