import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ClusterList, ParticipantList } from '../../contract/dashboard/surveys.ts'
import type { VerdictChanged, VerdictRequest } from '../../contract/dashboard/verdicts.ts'
import type { Verdict } from '../../contract/verdicts.ts'
import { severityWord } from '../format/severity.ts'
import { BackLink } from '../parts/back_link.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { UserText } from '../parts/user_text.tsx'
import { ParticipantReasons } from '../review/participant_reasons.tsx'
import { ReviewQueue } from '../review/review_queue.tsx'
import type { Together } from '../review/together.ts'
import { useQueue } from '../review/use_queue.ts'
import { type PageIds, pathTo } from '../router.ts'
import { setVerdict, undoOf } from '../survey/use_verdict.ts'
import { texts } from '../texts.ts'

const words = texts.review
const DOCS = ['reference/survey'] as const
/** In the order of the participant page. K keeps here, so other keys than those of visits move. */
const CHOICES = [
  { decision: 'keep', key: 'K' },
  { decision: 'review', key: 'V' },
  { decision: 'remove', key: 'R' },
] as const

/** Participants of a survey with the effective verdict `review`, worst first, worked by keyboard. */
export function ParticipantReview({ ids: [id = ''] }: PageIds) {
  const cache = useQueryClient()
  const [copies, setCopies] = useState<Readonly<Record<string, readonly Together[]>>>({})
  const list = useQueue<ParticipantList>(['surveys', id, 'participants'], {
    verdict: 'review',
    order: 'worst',
  })
  async function set(participant: string, request: VerdictRequest | null): Promise<VerdictChanged> {
    const changed = await setVerdict(id, participant, request)
    void cache.invalidateQueries({ queryKey: ['surveys', id] })
    return changed
  }
  async function decide(participant: string, verdict: Verdict, note: string, also: readonly string[]) {
    const undos: (() => Promise<VerdictChanged>)[] = []
    for (const one of [participant, ...also]) {
      const changed = await set(one, { verdict, note })
      undos.push(() => set(one, undoOf(changed)))
    }
    return async () => {
      for (const undo of undos) await undo()
    }
  }
  const showCopies = (participant: string, { items }: ClusterList) => {
    const others = new Set(
      items.flatMap(({ members }) =>
        members.map(({ participant_id }) => participant_id).filter((one) => one !== participant),
      ),
    )
    const groups = others.size === 0 ? [] : [{ name: texts.survey.tabs.clusters, ids: [...others] }]
    setCopies((all) => ({ ...all, [participant]: groups }))
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
              .map(({ participant_id, severity }) => ({
                id: participant_id,
                name: participant_id,
                under: severity === 0 ? [] : [texts.verdict.severity(severityWord(severity))],
              }))}
            hasMore={list.hasNextPage}
            choices={CHOICES}
            steps={['P', 'N']}
            decide={decide}
            together={(participant) => copies[participant] ?? []}
            onNearEnd={() => void list.fetchNextPage()}
          >
            {(participant) => <ParticipantReasons surveyId={id} id={participant} onCopies={showCopies} />}
          </ReviewQueue>
        )}
      </Loaded>
    </Page>
  )
}
