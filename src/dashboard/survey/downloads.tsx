import type { SurveyView } from '../../contract/dashboard/surveys.ts'
import { VERDICTS } from '../../contract/verdicts.ts'
import { apiPath, apiUrl } from '../client.ts'
import { useRoute } from '../router.ts'
import { texts } from '../texts.ts'

const words = texts.survey

/** Files of participants. After an upload, they are the rows of the uploaded file. */
export function Downloads({ survey, isFiltered }: { survey: SurveyView; isFiltered: boolean }) {
  const { survey_id: surveyId, participants, verdicts } = survey
  const { search } = useRoute()
  const upload = search.get('upload')
  const path = (query: Readonly<Record<string, string | undefined>>) =>
    apiUrl(
      upload === null
        ? apiPath(['surveys', surveyId, 'results'], { ...query, format: 'csv' })
        : apiPath(['survey-jobs', upload, 'result'], query),
    )
  const listed = {
    verdict: search.get('verdict') ?? undefined,
    reviewed: search.get('reviewed') ?? undefined,
    q: search.get('q') ?? undefined,
  }
  return (
    <div className="padded row downloads">
      <strong>{words.download}</strong>
      {VERDICTS.map((verdict) => (
        <FileLink
          key={verdict}
          name={texts.verdicts[verdict]}
          count={verdicts[verdict]}
          href={path({ verdict })}
        />
      ))}
      <FileLink name={words.downloadAll} count={participants} href={path({})} />
      {isFiltered && (
        <a className="button" href={path(listed)} download>
          {words.downloadListed}
        </a>
      )}
      <a className="button" href={path({ codebook: 'true' })} download>
        {words.codebook}
      </a>
      <span className="small-print">
        {upload === null ? words.downloadHint : words.downloadUploadHint}{' '}
        <a href="#verdicts">{words.howVerdicts}</a>
      </span>
    </div>
  )
}

/** Disabled for a file without rows. */
function FileLink({ name, count, href }: { name: string; count: number; href: string }) {
  // The counts are those of the survey, which may have participants of other files.
  const text = useRoute().search.has('upload') ? name : words.downloadCounted(name, count)
  return count === 0 ? (
    <button type="button" disabled>
      {text}
    </button>
  ) : (
    <a className="button" href={href} download>
      {text}
    </a>
  )
}
