import { keepPreviousData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SurveyView } from '../../contract/dashboard/surveys.ts'
import type { DocsPage } from '../docs.ts'
import { BackLink } from '../parts/back_link.tsx'
import { Link } from '../parts/link.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { UserText } from '../parts/user_text.tsx'
import { pathTo, useRoute } from '../router.ts'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'
import { VerdictBar } from './verdict_bar.tsx'

const words = texts.survey

/** In the order of the tabs. Each name is also the last segment of the path. */
export type SurveyTab = keyof typeof words.tabs

export interface SurveyFrameProps {
  readonly id: string
  readonly tab: SurveyTab
  readonly docs: readonly DocsPage[]
  children(survey: SurveyView): ReactNode
}

/** A survey with its outcome, and one of its tabs. */
export function SurveyFrame({ id, tab, docs, children }: SurveyFrameProps) {
  const survey = useData<SurveyView>(['surveys', id], {}, { placeholderData: keepPreviousData })
  const upload = useRoute().search.get('upload') ?? undefined
  return (
    <Page
      title={tab === 'participants' ? words.title : words.tabs[tab]}
      heading={
        <>
          <span className="kind">{words.title}</span> <UserText>{id}</UserText>
        </>
      }
      docs={docs}
    >
      <BackLink to={pathTo(['surveys'])}>{texts.surveys.title}</BackLink>
      <Loaded query={survey}>
        {(view) => (
          <>
            <VerdictBar survey={view} />
            <nav className="tabs" aria-label={words.tabsName}>
              {(Object.keys(words.tabs) as SurveyTab[]).map((name) => (
                <Link
                  key={name}
                  to={pathTo(['surveys', id, ...(name === 'participants' ? [] : [name])], { upload })}
                  isCurrent={name === tab}
                >
                  {words.tabs[name]}
                  {name === 'clusters' && view.groups > 0 && <span className="count">{view.groups}</span>}
                </Link>
              ))}
            </nav>
            {children(view)}
          </>
        )}
      </Loaded>
    </Page>
  )
}
