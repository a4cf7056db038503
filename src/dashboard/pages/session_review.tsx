import { useQueryClient } from '@tanstack/react-query'
import type { RecommendedAction } from '../../contract/checks.ts'
import type { Label, SessionItem, SessionList } from '../../contract/dashboard/sessions.ts'
import { useExtensions } from '../extensions.ts'
import { formatAge } from '../format/time.ts'
import { visitLines, visitName } from '../format/visit_name.ts'
import { Link } from '../parts/link.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { Score } from '../parts/result.tsx'
import { QueueReplay } from '../review/queue_replay.tsx'
import { ReviewQueue } from '../review/review_queue.tsx'
import { SessionReasons } from '../review/session_reasons.tsx'
import { similarTo } from '../review/similar.ts'
import { useQueue } from '../review/use_queue.ts'
import { navigate, pathTo, useRoute, withSearch } from '../router.ts'
import { labelMany } from '../session/label_many.ts'
import { texts } from '../texts.ts'

const words = texts.review
const DOCS = ['how-to/review-sessions'] as const
const QUEUES = {
  review: 'Manual review or require additional verification',
  reject: 'Auto-reject or high-priority review',
  unknown: 'Unknown',
} as const satisfies Record<string, RecommendedAction>
type Queue = keyof typeof QUEUES
const CHOICES = [
  { decision: 'person', key: 'P', icon: 'person' },
  { decision: 'bot', key: 'B', icon: 'bot' },
] as const

/** Unlabeled sessions of one action, worked by keyboard. */
export function SessionReview() {
  const asked = useRoute().search.get('queue') ?? ''
  const queue: Queue = Object.hasOwn(QUEUES, asked) ? (asked as Queue) : 'review'
  return (
    <Page title={words.title} lead={words.leads[queue]} docs={DOCS}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend. */}
      <div role="group" aria-label={words.queue} className="segments">
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
      <Sessions key={queue} queue={queue} />
    </Page>
  )
}

function Sessions({ queue }: { queue: Queue }) {
  const cache = useQueryClient()
  const list = useQueue<SessionList>(['sessions'], {
    action: QUEUES[queue],
    label: 'none',
    order: 'newest',
    limit: 50,
  })
  // biome-ignore lint/correctness/useHookAtTopLevel: the list of extensions never changes.
  const together = useExtensions().flatMap(({ useTogether }) => useTogether?.() ?? [])
  async function decide(id: string, label: Label, note: string, also: readonly string[]) {
    const refresh = () => void cache.invalidateQueries({ queryKey: ['sessions'] })
    const undo = await labelMany([id, ...also], { label, note })
    refresh()
    return async () => {
      await undo()
      refresh()
    }
  }
  return (
    <Loaded query={list}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items)
        return (
          <ReviewQueue
            entries={items.map((item) => ({
              id: item.session_id,
              name: item.user_id ?? visitName(item),
              under: item.user_id === null ? [ageOf(item)] : visitLines(item, ageOf(item)),
              mark: <Score score={item.risk_score} action={item.effective_action} />,
            }))}
            hasMore={list.hasNextPage}
            emptyHint={words.empties[queue]}
            emptyAction={
              <Link to={pathTo(['sessions'])} className="button">
                {texts.quality.openSessions}
              </Link>
            }
            choices={CHOICES}
            steps={['K', 'J']}
            decide={decide}
            together={(id) => [...together.flatMap((of) => of(id)), ...similarTo(id, items)]}
            onNearEnd={() => void list.fetchNextPage()}
          >
            {(id) => (
              <div className="queue-columns">
                <QueueReplay id={id} />
                <SessionReasons id={id} />
              </div>
            )}
          </ReviewQueue>
        )
      }}
    </Loaded>
  )
}

const ageOf = ({ started_at }: SessionItem): string => formatAge(started_at, Date.now())
