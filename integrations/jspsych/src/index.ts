/** Byhand for jsPsych 7 and 8: an extension that records the typing in a trial and adds it to the trial's data. */
import { openFields, questionText } from '../../../clients/page/question_text.ts'
import {
  type ByhandOptions,
  NO_SESSION,
  openSurveyRecorder,
  type SurveyFields,
  type SurveyRecorder,
} from '../../../clients/page/survey_recorder.ts'

export { type ByhandOptions, NO_SESSION, type SurveyFields }

/** `params` of the extension in a trial. */
export interface TrialParameters {
  /** The ID of the question, the same for all participants. With several fields, a prefix of their names. */
  readonly id?: string
  /** The text of the question, if it is not beside the field. */
  readonly text?: string
}

/** Columns of the trial's data. */
export interface TrialData {
  readonly byhand_session_id: string
  readonly byhand_fingerprint_id: string | null
  readonly byhand_questions: SurveyFields['questions']
  readonly byhand_responses: SurveyFields['responses']
  readonly byhand_histories: SurveyFields['question_histories']
}

/** The only part of jsPsych that the extension uses. */
interface JsPsych {
  getDisplayElement(): Element
}

/** `ParameterType` of jsPsych, the same numbers in 7 and 8. */
const STRING = 1
const OBJECT = 12

export class ByhandExtension {
  static readonly info = {
    name: 'byhand',
    version: '0.1.0',
    data: {
      byhand_session_id: { type: STRING },
      byhand_fingerprint_id: { type: STRING },
      byhand_questions: { type: OBJECT },
      byhand_responses: { type: OBJECT },
      byhand_histories: { type: OBJECT },
    },
  } as const

  private readonly jsPsych: JsPsych
  private recorder: SurveyRecorder | undefined
  private readonly used = new Set<string>()
  private trials = 0
  private trialIds: string[] = []

  constructor(jsPsych: JsPsych) {
    this.jsPsych = jsPsych
  }

  /** Does not wait for the script, so that the experiment starts without the service too. */
  async initialize(params: ByhandOptions): Promise<void> {
    this.recorder = openSurveyRecorder(params)
  }

  on_start(_params?: TrialParameters): void {
    this.trialIds = []
  }

  on_load({ id, text }: TrialParameters = {}): void {
    const fields = openFields(this.jsPsych.getDisplayElement())
    const base = id ?? `trial_${this.trials++}`
    for (const [index, field] of fields.entries()) {
      const unique = this.unique(
        id !== undefined && fields.length === 1 ? id : `${base}_${nameOf(field, index)}`,
      )
      this.trialIds.push(unique)
      this.recorder?.track(field, unique, text ?? questionText(field))
    }
  }

  on_finish(_params?: TrialParameters): TrialData {
    const fields = this.recorder?.fields(this.trialIds)
    return {
      byhand_session_id: fields?.session_id ?? NO_SESSION,
      byhand_fingerprint_id: fields?.fingerprint_id ?? null,
      byhand_questions: fields?.questions ?? {},
      byhand_responses: fields?.responses ?? {},
      byhand_histories: fields?.question_histories ?? {},
    }
  }

  /** With `consent: 'wait'`: `true` starts sending, `false` deletes everything and stops. */
  consent(given: boolean): void {
    this.recorder?.consent(given)
  }

  /** Sends everything recorded so far. Resolves after at most five seconds, even without the service. */
  async flush(): Promise<void> {
    await this.recorder?.flush()
  }

  /** The request of a survey analysis with all questions so far: a line for `byhand survey check`. */
  surveyRequest(
    surveyId: string,
    participantId: string,
  ): SurveyFields & { readonly survey_id: string; readonly participant_id: string } {
    const fields = this.recorder?.fields([...this.used]) ?? {
      questions: {},
      responses: {},
      question_histories: {},
      session_id: NO_SESSION,
    }
    return { survey_id: surveyId, participant_id: participantId, ...fields }
  }

  /** A trial in a loop asks the same question again: its second answer is a question of its own. */
  private unique(id: string): string {
    let candidate = id
    for (let times = 2; this.used.has(candidate); times++) candidate = `${id}.${times}`
    this.used.add(candidate)
    return candidate
  }
}

/** The name that the researcher gave the field. `data-name` is that of jsPsych's survey plugins. */
function nameOf(field: Element, index: number): string {
  return field.getAttribute('data-name') || field.getAttribute('name') || field.id || String(index)
}
