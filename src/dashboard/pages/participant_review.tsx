import { useQueryClient } from '@tanstack/react-query'
import type { ParticipantList } from '../../contract/dashboard/surveys.ts'
import type { VerdictChanged, VerdictRequest } from '../../contract/dashboard/verdicts.ts'
import { BackLink } from '../parts/back_link.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { UserText } from '../parts/user_text.tsx'
import { ParticipantReasons } from '../review/participant_reasons.tsx'
import { ReviewQueue } from '../review/review_queue.tsx'
import { useQueue } from '../review/use_queue.ts'
import { type PageIds, pathTo } from '../router.ts'
import { setVerdict, undoOf } from '../survey/use_verdict.ts'
import { texts } from '../texts.ts'

const words = texts.review
const DOCS = ['reference/survey'] as const

/** Participants of a survey with the effective verdict `review`, worked by keyboard. */
export function ParticipantReview({ ids: [id = ''] }: PageIds) {
  const cache = useQueryClient()
  const list = useQueue<ParticipantList>(['surveys', id, 'participants'], {
    verdict: 'review',
    order: 'worst',
  })
  async function set(participant: string, request: VerdictRequest | null): Promise<VerdictChanged> {
    const changed = await setVerdict(id, participant, request)
    void cache.invalidateQueries({ queryKey: ['surveys', id] })
    return changed
  }
  async function decide(participant: string, verdict: 'keep' | 'remove', note: string) {
    const changed = await set(participant, { verdict, note })
    return () => set(participant, undoOf(changed))
  }
  return (
    <Page title={words.title} lead={words.participantsLead} docs={DOCS}>
      <BackLink to={pathTo(['surveys', id])}>
        {texts.survey.title} <UserText>{id}</UserText>
      </BackLink>
      <Loaded query={list}>
        {({ pages }) => (
          <ReviewQueue
            entries={pages
              .flatMap((page) => page.items)
              .map(({ participant_id }) => ({ id: participant_id, name: participant_id }))}
            hasMore={list.hasNextPage}
            decisions={['keep', 'remove']}
            decide={decide}
            onNearEnd={() => void list.fetchNextPage()}
          >
            {(participant) => <ParticipantReasons surveyId={id} id={participant} />}
          </ReviewQueue>
        )}
      </Loaded>
    </Page>
  )
}
