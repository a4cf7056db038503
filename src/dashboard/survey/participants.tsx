import type { AgainView } from '../../contract/dashboard/survey_again.ts'
import type {
  ParticipantTable as Answers,
  SupersededView,
  SurveyView,
} from '../../contract/dashboard/surveys.ts'
import { VERDICTS, type Verdict } from '../../contract/verdicts.ts'
import { formatCount } from '../format/count.ts'
import { usePermissions } from '../me.ts'
import { Link } from '../parts/link.tsx'
import { Pages } from '../parts/pages.tsx'
import { TextField } from '../parts/visit_filters.tsx'
import { navigate, pathTo, useRoute, withSearch } from '../router.ts'
import { texts } from '../texts.ts'
import { useData, usePages } from '../use_data.ts'
import { Downloads } from './downloads.tsx'
import { ParticipantTable } from './participant_table.tsx'

const words = texts.survey

/** Participants with their answers, worst first. The URL holds the filters. */
export function Participants({ survey }: { survey: SurveyView }) {
  const { survey_id: id, verdicts, participants, reviewed } = survey
  const { search } = useRoute()
  const can = usePermissions()
  const q = search.get('q') ?? ''
  const verdict = VERDICTS.find((one) => one === search.get('verdict'))
  const isReviewed = search.get('reviewed') ?? undefined
  const superseded = search.get('superseded') ?? undefined
  const changed = useSuperseded(id)
  const list = usePages<Answers>(
    ['surveys', id, 'table'],
    { q, verdict, reviewed: isReviewed, superseded, order: 'worst' },
    { keepsPrevious: true },
  )
  const questions = new Map(
    list.data?.pages.flatMap((page) => page.questions.map(({ id, text }) => [id, text] as const)),
  )
  const filter = (value: Verdict | undefined) => (
    <button
      key={value ?? ''}
      type="button"
      aria-pressed={verdict === value}
      onClick={() => navigate(withSearch({ verdict: value }), { replace: true })}
    >
      {value === undefined ? words.all : texts.verdicts[value]}
      <span className="count">{formatCount(value === undefined ? participants : verdicts[value])}</span>
    </button>
  )
  return (
    <section className="card flush" aria-label={words.participants}>
      <div className="padded participant-filters">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend. */}
        <div role="group" aria-label={words.byVerdict} className="segments">
          {filter(undefined)}
          {VERDICTS.toReversed().map(filter)}
        </div>
        <label className="choice">
          <input
            type="checkbox"
            checked={isReviewed === 'false'}
            onChange={({ target }) =>
              navigate(withSearch({ reviewed: target.checked ? 'false' : undefined }), { replace: true })
            }
          />
          <span>{words.unreviewed(participants - reviewed)}</span>
        </label>
        {(superseded !== undefined || (changed !== undefined && changed.superseded > 0)) && (
          <label className="choice">
            <input
              type="checkbox"
              checked={superseded === 'true'}
              onChange={({ target }) =>
                navigate(withSearch({ superseded: target.checked ? 'true' : undefined }), { replace: true })
              }
            />
            <span>
              {words.superseded(changed?.computed_on === participants ? changed.superseded : undefined)}
            </span>
          </label>
        )}
        <TextField name="q" filters={{ q }} type="search" placeholder={words.find} />
        {can.analyze && verdicts.review > 0 && (
          <Link to={pathTo(['surveys', id, 'review'])} className="button primary">
            {words.review(verdicts.review)}
          </Link>
        )}
      </div>
      {can.analyze && (
        <Downloads
          survey={survey}
          isFiltered={q !== '' || verdict !== undefined || isReviewed !== undefined}
        />
      )}
      <Pages
        query={list}
        {...(q === '' &&
          isReviewed === undefined &&
          superseded === undefined && { total: verdict === undefined ? participants : verdicts[verdict] })}
        none={<p className="padded faint">{words.noParticipants}</p>}
      >
        {(items) => (
          <ParticipantTable
            surveyId={id}
            items={items}
            questions={[...questions].map(([id, text]) => ({ id, text }))}
          />
        )}
      </Pages>
    </section>
  )
}

/** Counted only after a new analysis of the survey. */
function useSuperseded(id: string): SupersededView | undefined {
  const again = useData<AgainView>(['surveys', id, 'analyze-again'])
  const isDone = again.data !== undefined && again.data.requested_at !== null && !again.data.running
  return useData<SupersededView>(['surveys', id, 'superseded'], {}, { enabled: isDone }).data
}
