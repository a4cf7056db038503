import type { ClusterList } from '../../contract/dashboard/surveys.ts'
import { Empty } from '../parts/empty.tsx'
import { Pages } from '../parts/pages.tsx'
import type { PageIds } from '../router.ts'
import { CopyGroup } from '../survey/copies.tsx'
import { SurveyFrame } from '../survey/survey_frame.tsx'
import { texts } from '../texts.ts'
import { usePages } from '../use_data.ts'

const words = texts.clusters
const DOCS = ['reference/survey'] as const

/** Similar answers side by side, largest group first. */
export function Clusters({ ids: [id = ''] }: PageIds) {
  const clusters = usePages<ClusterList>(['surveys', id, 'clusters'])
  return (
    <SurveyFrame id={id} tab="clusters" docs={DOCS}>
      {() => (
        <>
          <p className="faint">{words.lead}</p>
          <Pages query={clusters} none={<Empty icon="surveys" title={words.none} hint={words.noneHint} />}>
            {(items) =>
              items.map((group) => (
                <CopyGroup key={`${group.question_id} ${group.group}`} surveyId={id} group={group} />
              ))
            }
          </Pages>
        </>
      )}
    </SurveyFrame>
  )
}
