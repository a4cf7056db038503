import { keepPreviousData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SurveyView } from '../../contract/dashboard/surveys.ts'
import { ApiError } from '../client.ts'
import type { AnyDocsPage } from '../docs.ts'
import { usePermissions } from '../me.ts'
import { BackLink } from '../parts/back_link.tsx'
import { Empty } from '../parts/empty.tsx'
import { Link } from '../parts/link.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Notice } from '../parts/notice.tsx'
import { OtherWorkspaces } from '../parts/other_workspaces.tsx'
import { Page } from '../parts/page.tsx'
import { UserText } from '../parts/user_text.tsx'
import { pathTo } from '../router.ts'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'
import { SurveyTabs, useSurveyTabs } from './survey_tabs.tsx'
import { VerdictBar } from './verdict_bar.tsx'

const words = texts.survey

export interface SurveyFrameProps {
  readonly id: string
  readonly tab: string
  readonly docs: readonly AnyDocsPage[]
  children(survey: SurveyView): ReactNode
}

/** A survey with its outcome, and one of its tabs. */
export function SurveyFrame({ id, tab, docs, children }: SurveyFrameProps) {
  const survey = useData<SurveyView>(['surveys', id], {}, { placeholderData: keepPreviousData })
  const titles = useSurveyTabs()
  const isMissing = survey.error instanceof ApiError && survey.error.status === 404
  return (
    <Page
      title={(tab === 'participants' ? undefined : titles[tab]) ?? words.title}
      heading={
        <>
          <span className="kind">{words.title}</span> <UserText>{id}</UserText>
        </>
      }
      docs={docs}
    >
      <BackLink to={pathTo(['surveys'])}>{texts.surveys.title}</BackLink>
      {isMissing ? (
        <Empty icon="search" title={words.noSurvey(id)}>
          <Link to={pathTo(['surveys'])} className="button primary">
            {words.showAll}
          </Link>
          <OtherWorkspaces />
        </Empty>
      ) : (
        <Loaded query={survey}>
          {(view) => (
            <>
              <VerdictBar survey={view} />
              {tab !== 'references' && <MissingReferences survey={view} />}
              <SurveyTabs survey={view} tab={tab} />
              {children(view)}
            </>
          )}
        </Loaded>
      )}
    </Page>
  )
}

/** Without reference answers, the verdict keep says little about chatbots. */
function MissingReferences({ survey: { survey_id, references } }: { survey: SurveyView }) {
  const can = usePermissions()
  if (references.missing === 0) return null
  return (
    <Notice tone="watch">
      {words.missing(references.missing, references.questions)}{' '}
      {can.analyze && <Link to={pathTo(['surveys', survey_id, 'references'])}>{words.addReferences}</Link>}
    </Notice>
  )
}
