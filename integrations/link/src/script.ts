/** The start page of a survey link: records its visitor, and passes the session to the survey. */
import { NO_SESSION, openSurveyRecorder } from '../../../clients/page/survey_recorder.ts'

/** A slow service must not keep a participant waiting. */
const MAX_WAIT_MS = 2_000

const tag = document.currentScript as HTMLScriptElement
const { src = '', siteKey = '', participant, tag: name, consent } = tag.dataset
const recorder = openSurveyRecorder({
  src,
  siteKey,
  userId: participant,
  // A comma separates tags.
  tags: name ? [name.replaceAll(',', ' ').slice(0, 128)] : undefined,
  consent: consent === 'wait' ? 'wait' : undefined,
})

const start = document.getElementById('start') as HTMLAnchorElement
start.addEventListener('click', async (event) => {
  event.preventDefault()
  if (consent === 'wait') recorder.consent(true)
  await Promise.race([recorder.flush(), new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))])
  const session = recorder.fields([]).session_id ?? NO_SESSION
  location.assign((start.dataset.surveyUrl ?? '').replaceAll('{session}', encodeURIComponent(session)))
})
