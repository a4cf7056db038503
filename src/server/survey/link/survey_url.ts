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
    /\{(participant|session)\}/.test(template.slice(0, end))
  )
    throw new SurveyUrlError('must begin with a scheme and a host that contain no placeholder')
  return template
}

export const fillSurveyUrl = (template: string, participant: string, session: string): string =>
  template
    .replaceAll('{participant}', encodeURIComponent(participant))
    .replaceAll('{session}', encodeURIComponent(session))
