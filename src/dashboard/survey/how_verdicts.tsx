import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SurveySettings } from '../../contract/dashboard/survey_settings.ts'
import { apiPath, change } from '../client.ts'
import { usePermissions } from '../me.ts'
import { fullErrorMessage } from '../parts/form.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Notice } from '../parts/notice.tsx'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'
import { AnalyzeSurveyAgain } from './analyze_survey_again.tsx'

const words = texts.survey

/** How a verdict follows from the severity, and the threshold of the survey. A change analyzes its participants again. */
export function HowVerdicts({ id }: { id: string }) {
  const settings = useData<SurveySettings>(['surveys', id, 'settings'])
  return (
    <section className="card" aria-labelledby="verdicts">
      <h2 id="verdicts">{words.howVerdicts}</h2>
      <p>{words.severityMeans}</p>
      <div className="severity-scale" aria-hidden="true">
        {words.severityScale.map(([tone, text]) => (
          <span key={tone} className={`tone-${tone}`}>
            {text}
          </span>
        ))}
      </div>
      <Loaded query={settings}>
        {({ review_effort }) => <Threshold id={id} reviewEffort={review_effort} />}
      </Loaded>
      <AnalyzeSurveyAgain id={id} />
    </section>
  )
}

function Threshold({ id, reviewEffort }: { id: string; reviewEffort: number }) {
  const cache = useQueryClient()
  const can = usePermissions()
  const segments = ['surveys', id, 'settings']
  const saving = useMutation({
    mutationFn: (review_effort: number) =>
      change<SurveySettings>('PUT', apiPath(segments), { review_effort }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: segments })
      await cache.invalidateQueries({ queryKey: ['survey-again', id] })
    },
  })
  return (
    <>
      <label className="field threshold">
        <span className="label">{words.reviewEffort}</span>
        <select
          value={saving.isPending ? saving.variables : reviewEffort}
          disabled={!can.analyze || saving.isPending}
          onChange={({ target }) => saving.mutate(Number(target.value))}
        >
          {words.reviewEffortOptions.map((text, rating) => (
            <option key={text} value={rating}>
              {text}
            </option>
          ))}
        </select>
        <span className="hint">{words.reviewEffortHint}</span>
      </label>
      {saving.isSuccess && <Notice tone="good">{words.settingsSaved}</Notice>}
      {saving.error !== null && <Notice tone="bad">{fullErrorMessage(saving.error)}</Notice>}
    </>
  )
}
