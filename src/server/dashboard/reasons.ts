/**
 * A summary for the person concerned that lists observations in plain words. It has no score, no check names and no
 * conclusions.
 */
import { asClause } from '../../checks/sentence.ts'
import { checkOf } from '../../checks/session.ts'
import type { CheckView, ReasonSheet } from '../../contract/dashboard/session_view.ts'
import type { BuiltView } from '../../report/view/build_view.ts'
import type { SessionRow } from '../../store/sessions.ts'

const NOTES = [
  'Software made these observations automatically. They are not proof that anyone did anything wrong.',
  'Assistive technology, autofill, a touchscreen, a company network or an unusual browser can cause any of them.',
  'This summary lists every observation that affected the result. It contains no text that was typed.',
  'If you think this is wrong, ask the organization that gave you this summary to have a person review it.',
] as const

export function sessionReasons(session: SessionRow, view: BuiltView): ReasonSheet {
  const of = (result: CheckView['result']) => view.checks.filter((check) => check.result === result)
  const observations = of('Detected').map(
    ({ check, evidence }) => `${checkOf(check).reason.observed}: ${asClause(evidence)}.`,
  )
  const missing = of('Unknown').map(({ check }) => checkOf(check).reason.subject)
  if (view.coverage.gaps > 0) observations.push('Parts of the recording did not arrive.')
  return {
    title: 'What was observed',
    about: `Visit on ${day(session.startedAt)}, ${times(session)} UTC. Reference: ${session.sessionId}`,
    observations: observations.length > 0 ? observations : ['Nothing unusual was observed.'],
    not_observed: missing,
    notes: [...NOTES],
  }
}

export const reasonNotes: readonly string[] = NOTES

function times({ startedAt, lastAt }: SessionRow): string {
  const [from, to] = [time(startedAt), time(lastAt)]
  return from === to ? `at ${from}` : `from ${from} to ${to}`
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** `March 3, 2026, 14:05` */
export const when = (ms: number): string => `${day(ms)}, ${time(ms)}`

function day(ms: number): string {
  const date = new Date(ms)
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
}

const time = (ms: number): string => new Date(ms).toISOString().slice(11, 16)
