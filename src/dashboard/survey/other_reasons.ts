/** Reasons for a verdict that are no failed check of an answer, such as a later participant with a similar answer. */
import type { ParticipantItem, ParticipantRow } from '../../contract/dashboard/surveys.ts'

export interface ReasonedParticipant extends Pick<ParticipantItem, 'reasons'> {
  readonly answers: readonly Pick<ParticipantRow['answers'][number], 'question_id' | 'results'>[]
}

/** The failed checks stand with their answers. Without the question IDs, each reason is listed once. */
export function otherReasons({ reasons, answers }: ReasonedParticipant): string[] {
  const failed = answers.flatMap(({ results }) => results.filter(({ result }) => result === 'Detected'))
  return [
    ...new Set(
      reasons
        .filter(
          (reason) =>
            !failed.some(
              ({ check, evidence }) =>
                reason.includes(`: ${check}. ${evidence}`.trimEnd()) || reason === `${check}: ${evidence}`,
            ),
        )
        .map((reason) => {
          const about = answers.find(({ question_id }) => reason.startsWith(`${question_id}: `))
          return about === undefined ? reason : reason.slice(about.question_id.length + 2)
        }),
    ),
  ]
}
