/** Sends survey requests and validates every response against the contract. */
import { Compile } from 'typebox/compile'
import { expect } from 'vitest'
import { SurveyProblem } from '../../src/contract/problem.ts'
import {
  ExplainedResultV012,
  ExplainedResultV021,
  SurveyResultV012,
  SurveyResultV021,
} from '../../src/contract/survey.ts'

export { typedBy } from '../../tools/typed_history.ts'

const RESULTS = {
  v021: Compile(SurveyResultV021),
  latest: Compile(SurveyResultV021),
  v012: Compile(SurveyResultV012),
}
const EXPLAINED = {
  v021: Compile(ExplainedResultV021),
  latest: Compile(ExplainedResultV021),
  v012: Compile(ExplainedResultV012),
}
const PROBLEM = Compile(SurveyProblem)

export type Version = keyof typeof RESULTS

export interface SurveyAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: the schema has been checked; tests read what they expect.
  readonly json: any
}

export interface SendOptions {
  readonly version?: Version
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type Send = (
  body: string | Uint8Array<ArrayBuffer> | object,
  options?: SendOptions,
) => Promise<SurveyAnswer>

/** Objects are sent as JSON. */
export function surveyClient(address: string, key: string): Send {
  return async (body, { version = 'v021', query = '', headers = {} } = {}) => {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array
    const response = await fetch(`${address}/survey-check/${version}${query}`, {
      method: 'POST',
      headers: { api_key: key, 'content-type': 'application/json', ...headers },
      body: isRaw ? body : JSON.stringify(body),
    })
    const text = await response.text()
    const json = JSON.parse(text)
    const results = /explain=(true|1)/.test(query) ? EXPLAINED : RESULTS
    const check = response.ok ? results[version] : PROBLEM
    expect(check.Check(json), `breaks the contract: ${JSON.stringify(check.Errors(json))} ${text}`).toBe(true)
    expect(response.headers.get('content-type')).toBe(
      response.ok ? 'application/json; charset=utf-8' : 'application/problem+json; charset=utf-8',
    )
    if (response.ok) holdTogether(json)
    else expect(json).toMatchObject({ status: response.status, error: true, problem: json.detail })
    return { status: response.status, headers: response.headers, text, json }
  }
}

/** Invariants of every result. */
// biome-ignore lint/suspicious/noExplicitAny: the schema has been checked.
function holdTogether(result: any): void {
  const isV012 = Array.isArray(result.checks)
  const names: string[] = isV012 ? result.checks : Object.values(result.checks).flat()
  expect(result.num_checks_failed).toBe(names.length)
  expect(result.flagged).toBe(names.length > 0)
  if (isV012) {
    expect(new Set(names).size).toBe(names.length)
    return
  }
  const ids = Object.keys(result.checks).sort()
  expect(Object.keys(result.response_groups).sort()).toEqual(ids)
  if (!result.error) expect(Object.keys(result.effort_ratings).sort()).toEqual(ids)
  const entering = ['Response pasted', 'Partial pasting', 'Programmatic entry']
  for (const failed of Object.values(result.checks) as string[][]) {
    expect(failed.filter((name) => entering.includes(name)).length).toBeLessThanOrEqual(1)
    expect(new Set(failed).size).toBe(failed.length)
  }
}

let made = 0
/** A survey id that no other test uses. */
export const newSurveyId = (): string => `survey-${made++}`

/** In German, which has no style model, because these tests are not about authorship. */
export const QUESTIONS = {
  q1: 'Was gefällt Ihnen an Ihrer Nachbarschaft?',
  q2: 'Wie kommen Sie meistens zur Arbeit?',
}

/** Inconspicuous answers, different for every number. */
export const ANSWERS = [
  {
    q1: 'Der Bäcker an der Ecke kennt meinen Namen, und der kleine Park ist selbst am Sonntag nie voll.',
    q2: 'Mit der Straßenbahn bis zum Hauptbahnhof, die letzten zehn Minuten laufe ich am Fluss entlang.',
  },
  {
    q1: 'Meine Schwester wohnt zwei Straßen weiter, also kann immer jemand die Kinder von der Schule holen.',
    q2: 'Vom Frühling bis zum Herbst mit dem Fahrrad; wenn Schnee liegt, nimmt mich eine Kollegin mit.',
  },
  {
    q1: 'Ehrlich gesagt die Stille. Nach zehn Jahren über einer Kneipe freue ich mich noch jede Nacht darüber.',
    q2: 'Meistens arbeite ich am Küchentisch, und einmal in der Woche nehme ich den Zug um sieben.',
  },
  {
    q1: 'Es gibt eine Bücherei mit langen Öffnungszeiten, dort macht mein Sohn nach dem Fußball Hausaufgaben.',
    q2: 'Wir teilen uns das Auto: ich setze meinen Mann am Depot ab und fahre weiter ins Krankenhaus.',
  },
] as const

export const requestOf = (surveyId: string, participantId: string, person = 0) => ({
  survey_id: surveyId,
  participant_id: participantId,
  questions: QUESTIONS,
  responses: ANSWERS[person % ANSWERS.length] as (typeof ANSWERS)[number],
})
