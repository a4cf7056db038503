import { apiPath, apiUrl } from '../client.ts'
import { useRoute } from '../router.ts'
import { texts } from '../texts.ts'

const words = texts.survey

/** Files of participants. After an upload, they are the rows of the uploaded file. */
export function Downloads({ surveyId, isFiltered }: { surveyId: string; isFiltered: boolean }) {
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
      <a className="button primary" href={path({ only: 'clean' })} download>
        {words.downloadClean}
      </a>
      <a className="button" href={path({ only: 'flagged' })} download>
        {words.downloadFlagged}
      </a>
      <a className="button" href={path({})} download>
        {words.downloadAll}
      </a>
      {isFiltered && (
        <a className="button" href={path(listed)} download>
          {words.downloadListed}
        </a>
      )}
      <span className="small-print">{upload === null ? words.downloadHint : words.downloadUploadHint}</span>
    </div>
  )
}
