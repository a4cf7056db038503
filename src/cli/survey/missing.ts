/** Sentences about what does not exist. */
import type { Given } from '../operations/named.ts'

export const noSurvey = ({ fields: { surveyId } }: Given): string =>
  `There is no survey ${surveyId}. Run \`byhand surveys list\` to see all.`

export const noParticipant = (survey: unknown, participant: unknown): string =>
  `There is no participant ${participant} in the survey ${survey}.`
