/** Options that select participants of a survey. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { defined } from '../../contract/defined.ts'
import { VERDICTS, type Verdict } from '../../contract/verdicts.ts'
import type { ParticipantFilter } from '../../server/survey/review/participant_filter.ts'

export interface FilterOptions {
  readonly only?: 'flagged' | 'clean'
  readonly verdict?: Verdict
  readonly lowEffortThreshold?: number
}

/** Filters of participants, the same for lists and files. */
export const withParticipantFilters = (command: Command): Command =>
  command
    .addOption(
      new Option('--verdict <verdict>', 'only participants with this effective verdict').choices(VERDICTS),
    )
    .addOption(thresholdOption())

export const thresholdOption = () =>
  new Option(
    '--low-effort-threshold <rating>',
    'recompute results with this threshold, 0 to 10 (default: the threshold of each request)',
  ).argParser(ratingUpTo(10))

export const onlyOption = () =>
  new Option(
    '--only <rows>',
    'only participants with the effective verdict keep (clean), or with a failed check (flagged)',
  ).choices(['flagged', 'clean'])

export const codebookOption = () =>
  new Option('--codebook', 'write what each column of the CSV file holds, and which question is q1, instead')

export const filterOfOptions = ({ only, verdict, lowEffortThreshold }: FilterOptions): ParticipantFilter =>
  defined({ only, verdict, low_effort_threshold: lowEffortThreshold })

export const ratingUpTo =
  (most: number) =>
  (given: string): number => {
    const rating = Number(given)
    if (given.trim() !== '' && Number.isInteger(rating) && rating >= 0 && rating <= most) return rating
    throw new InvalidArgumentError(`It must be a whole number from 0 to ${most}.`)
  }
