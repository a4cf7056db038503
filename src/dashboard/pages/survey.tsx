import type { PageIds } from '../router.ts'
import { HowVerdicts } from '../survey/how_verdicts.tsx'
import { Participants } from '../survey/participants.tsx'
import { SurveyFrame } from '../survey/survey_frame.tsx'

const DOCS = ['reference/survey'] as const

/** The participants of a survey with their answers. */
export function Survey({ ids: [id = ''] }: PageIds) {
  return (
    <SurveyFrame id={id} tab="participants" docs={DOCS}>
      {(survey) => (
        <>
          <Participants survey={survey} />
          <HowVerdicts id={id} />
        </>
      )}
    </SurveyFrame>
  )
}
