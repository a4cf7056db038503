/** The address of a survey, with places for the participant and the session. */

export class SurveyUrlError extends Error {
  override readonly name = 'SurveyUrlError'
}

/** A sealed link must fit into the path of a request. */
const MAX_CHARS = 1_500

/** Throws `SurveyUrlError`. Values may only follow the host, so that they cannot lead to another site. */
export function checkSurveyUrl(template: string): string {
  const url = URL.parse(template)
  if (url === null || !['https:', 'http:'].includes(url.protocol))
    throw new SurveyUrlError('must be a URL such as https://survey.example.org/s/1')
  if (template.length > MAX_CHARS) throw new SurveyUrlError(`must not be longer than ${MAX_CHARS} characters`)
  const end = template.indexOf(url.host) + url.host.length
  if (
    !template.startsWith(`${url.protocol}//${url.host}`) ||
    /\{(participant|session|condition)\}/.test(template.slice(0, end))
  )
    throw new SurveyUrlError('must begin with a scheme and a host that contain no placeholder')
  return template
}

/** The names of the panel's values, without the session. */
export interface SurveyUrlValues {
  readonly participant: string
  /** Of an experiment; empty: the link names none. */
  readonly condition: string
}

/** With a place for the session. */
export const fillParticipant = (template: string, { participant, condition }: SurveyUrlValues): string =>
  template
    .replaceAll('{participant}', encodeURIComponent(participant))
    .replaceAll('{condition}', encodeURIComponent(condition))

export const fillSurveyUrl = (template: string, values: SurveyUrlValues, session: string): string =>
  fillParticipant(template, values).replaceAll('{session}', encodeURIComponent(session))
