/** Byhand for SurveyJS (survey-core 2 and 3): one call records the open-ended questions of a survey model. */
import { type Question, Serializer, type SurveyModel } from 'survey-core'
import { openFields } from '../../../clients/page/question_text.ts'
import {
  type ByhandOptions,
  NO_SESSION,
  openSurveyRecorder,
  type SurveyFields,
} from '../../../clients/page/survey_recorder.ts'

export { type ByhandOptions, NO_SESSION, type SurveyFields }

/** The property of questions, for the JSON of a survey and for SurveyJS Creator. */
const TRACK = 'byhandTrack'
/** A text question of one line is often a name or an address, so it is recorded only if the author says so. */
Serializer.addProperty('comment', { name: `${TRACK}:boolean`, default: true, category: 'data' })
Serializer.addProperty('text', { name: `${TRACK}:boolean`, default: false, category: 'data' })

export interface SurveyOptions extends ByhandOptions {
  /** The name under which the recorded fields are added to the data of the survey. Default: `byhand`. */
  readonly dataName?: string
  /**
   * A URL of your own server that checks the answers before the next page. It receives the recorded fields as JSON, and
   * answers `{"errors": {"question": "message"}}`. If it does not respond within five seconds, the survey continues.
   */
  readonly validateUrl?: string
}

export interface SurveyRecording {
  /** The recorded fields so far. */
  fields(): SurveyFields
  /** With `consent: 'wait'`: `true` starts sending, `false` deletes everything and stops. */
  consent(given: boolean): void
  /** Sends everything recorded so far. Resolves after at most five seconds. */
  flush(): Promise<void>
}

const VALIDATE_MS = 5_000

/** Call it before the survey is rendered. When the survey is completed, its data contains the recorded fields. */
export function byhandSurvey(survey: SurveyModel, options: SurveyOptions): SurveyRecording {
  const recorder = openSurveyRecorder(options)
  const { dataName = 'byhand', validateUrl } = options

  // `onAfterRenderQuestionInput` does not fire for comments in the React package.
  survey.onAfterRenderQuestion.add((_, { question, htmlElement }) => {
    if (question[TRACK] !== true) return
    const [field] = openFields(htmlElement)
    if (field) recorder.track(field, question.name, question.processedTitle)
  })

  /** The model has the answers: fields of earlier pages are no longer on the page. */
  function fields(): SurveyFields {
    const recorded = recorder.fields()
    const responses = Object.keys(recorded.questions).map((id) => [
      id,
      answerOf(survey.getQuestionByName(id)),
    ])
    return { ...recorded, responses: Object.fromEntries(responses) }
  }

  survey.onCompleting.add((sender) => {
    sender.setValue(dataName, fields())
    void recorder.flush()
  })

  if (validateUrl !== undefined) {
    survey.onServerValidateQuestions.add(async (_, { errors, complete }) => {
      Object.assign(errors, await faultsIn(fields(), validateUrl))
      complete()
    })
  }

  return { fields, consent: recorder.consent, flush: recorder.flush }
}

const answerOf = (question: Question | null): string => String(question?.value ?? '')

/** No errors if the server does not respond as described: a failed check must not stop a participant. */
async function faultsIn(fields: SurveyFields, url: string): Promise<Record<string, string>> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
      signal: AbortSignal.timeout(VALIDATE_MS),
    })
    const { errors } = (await response.json()) as { errors?: Record<string, string> }
    return response.ok && typeof errors === 'object' ? errors : {}
  } catch {
    return {}
  }
}
