import { useEffect, useRef } from 'react'
import type { SurveyView } from '../../contract/dashboard/surveys.ts'
import { useExtensions } from '../extensions.ts'
import { Link } from '../parts/link.tsx'
import { pathTo, useRoute } from '../router.ts'
import { texts } from '../texts.ts'

const words = texts.survey

/** Titles in the order of the tabs. Each name is also the last segment of the path. */
export function useSurveyTabs(): Readonly<Record<string, string>> {
  return Object.assign({}, words.tabs, ...useExtensions().map(({ surveyTabs }) => surveyTabs))
}

/** On narrow screens, the tabs scroll: the current one is in view, and a cut end fades. */
export function SurveyTabs({ survey, tab }: { survey: SurveyView; tab: string }) {
  const titles = useSurveyTabs()
  const upload = useRoute().search.get('upload') ?? undefined
  const tabs = useRef<HTMLElement>(null)
  function fade() {
    const nav = tabs.current
    if (nav === null) return
    const rest = nav.scrollWidth - nav.clientWidth - nav.scrollLeft
    nav.classList.toggle('cut-start', nav.scrollLeft > 1)
    nav.classList.toggle('cut-end', rest > 1)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is another place.
  useEffect(() => {
    function place() {
      const nav = tabs.current
      const current = nav?.querySelector<HTMLElement>('[aria-current]')
      if (nav && current) nav.scrollLeft = current.offsetLeft - (nav.clientWidth - current.offsetWidth) / 2
      fade()
    }
    place()
    addEventListener('resize', place)
    return () => removeEventListener('resize', place)
  }, [tab])
  return (
    <nav className="tabs" aria-label={words.tabsName} ref={tabs} onScroll={fade}>
      {Object.entries(titles).map(([name, title]) => (
        <Link
          key={name}
          to={pathTo(['surveys', survey.survey_id, ...(name === 'participants' ? [] : [name])], { upload })}
          isCurrent={name === tab}
        >
          {title}
          {name === 'clusters' && survey.groups > 0 && <span className="count">{survey.groups}</span>}
        </Link>
      ))}
    </nav>
  )
}
