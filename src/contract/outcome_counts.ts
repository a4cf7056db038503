/** The outcome of a survey in figures. Every page, file, command and API response counts with this function. */
import { VERDICTS, type Verdict } from './verdicts.ts'

export interface OutcomeCounts {
  /** Analyzed participants. */
  readonly participants: number
  /** Participants who failed at least one check. */
  readonly flagged: number
  /** Participants by effective verdict. */
  readonly verdicts: Readonly<Record<Verdict, number>>
}

export interface Outcome {
  readonly flagged: boolean
  /** The effective verdict. */
  readonly verdict: Verdict
}

export const NO_OUTCOMES: OutcomeCounts = {
  participants: 0,
  flagged: 0,
  verdicts: { keep: 0, review: 0, remove: 0 },
}

/** The participants of a file. `clean`: those with the verdict keep; `flagged`: those who failed a check. */
export type OutcomeFilter = 'flagged' | 'clean'

export const isSelected = ({ flagged, verdict }: Outcome, only: OutcomeFilter | undefined): boolean =>
  only === undefined || (only === 'flagged' ? flagged : verdict === 'keep')

/** `participants`: how many have this outcome. */
export const withOutcome = <Counts extends OutcomeCounts>(
  before: Counts,
  { flagged, verdict }: Outcome,
  participants = 1,
): Counts => ({
  ...before,
  participants: before.participants + participants,
  flagged: before.flagged + (flagged ? participants : 0),
  verdicts: { ...before.verdicts, [verdict]: before.verdicts[verdict] + participants },
})

/** `119 participants: 26 failed a check. Keep 83, review 30, remove 6.` */
export function outcomeSentence({ participants, flagged, verdicts }: OutcomeCounts): string {
  const [first = '', ...others] = VERDICTS.map((verdict) => `${verdict} ${verdicts[verdict]}`)
  const listed = [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(', ')
  return `${participants} participant${participants === 1 ? '' : 's'}: ${flagged} failed a check. ${listed}.`
}
