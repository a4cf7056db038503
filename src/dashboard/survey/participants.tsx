import { useId } from 'react'
import type { ParticipantList, SurveyView } from '../../contract/dashboard/surveys.ts'
import { VERDICTS } from '../../contract/survey.ts'
import { usePermissions } from '../me.ts'
import { Link } from '../parts/link.tsx'
import { Pages } from '../parts/pages.tsx'
import { ParticipantTable } from '../parts/participant_table.tsx'
import { TextField } from '../parts/visit_filters.tsx'
import { navigate, pathTo, useRoute, withSearch } from '../router.ts'
import { texts } from '../texts.ts'
import { usePages } from '../use_data.ts'
import { Downloads } from './downloads.tsx'

const words = texts.survey

/** Participants by verdict, with decisions and downloads. The URL holds the filters. */
export function Participants({ survey }: { survey: SurveyView }) {
  const { survey_id: id, verdicts } = survey
  const { search } = useRoute()
  const can = usePermissions()
  const q = search.get('q') ?? ''
  const verdict = search.get('verdict') ?? undefined
  const effort = search.get('effort') ?? undefined
  const list = usePages<ParticipantList>(
    ['surveys', id, 'participants'],
    { q, verdict, low_effort_threshold: effort },
    { keepsPrevious: true },
  )
  const all = verdicts.keep + verdicts.review + verdicts.remove
  const filter = (value: 'keep' | 'review' | 'remove' | undefined) => (
    <button
      key={value ?? ''}
      type="button"
      aria-pressed={verdict === value}
      onClick={() => navigate(withSearch({ verdict: value }), { replace: true })}
    >
      {value === undefined ? words.all(all) : words.counted(texts.verdicts[value], verdicts[value])}
    </button>
  )
  return (
    <section className="card flush" aria-labelledby="participants">
      <div className="card-head">
        <h2 id="participants">{words.participants}</h2>
        {can.analyze && verdicts.review > 0 && (
          <Link to={pathTo(['surveys', id, 'review'], { effort })} className="button primary">
            {words.review(verdicts.review)}
          </Link>
        )}
      </div>
      <div className="padded participant-filters">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend. */}
        <div role="group" aria-label={words.byVerdict} className="segmented">
          {filter(undefined)}
          {VERDICTS.map(filter)}
        </div>
        <EffortSlider effort={effort} />
        <TextField name="q" filters={{ q }} type="search" placeholder={words.find} />
      </div>
      {can.analyze && <Downloads surveyId={id} isFiltered={q !== '' || verdict !== undefined} />}
      <Pages query={list} none={<p className="padded faint">{words.noParticipants}</p>}>
        {(items) => <ParticipantTable surveyId={id} items={items} effort={effort} />}
      </Pages>
    </section>
  )
}

/** 0 shows the results as analyzed. */
function EffortSlider({ effort }: { effort: string | undefined }) {
  const id = useId()
  const value = effort ?? '0'
  return (
    <div className="effort-slider">
      <label htmlFor={id}>{words.effortThreshold}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={10}
        step={1}
        value={value}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) =>
          navigate(withSearch({ effort: target.value === '0' ? undefined : target.value }), { replace: true })
        }
      />
      <output htmlFor={id} id={`${id}-hint`} className="small-print">
        {words.effortHint(Number(value))}
      </output>
    </div>
  )
}
