/**
 * A summary for the person concerned that lists observations in plain words. It has no score, no check names and no
 * conclusions.
 */
import { asClause } from '../../checks/sentence.ts'
import { checkOf } from '../../checks/session.ts'
import type { CheckView, ReasonSheet } from '../../contract/dashboard/session_view.ts'
import { day, REASON_NOTES, time } from '../../report/reason_sheet.ts'
import type { BuiltView } from '../../report/view/build_view.ts'
import type { SessionRow } from '../../store/sessions.ts'

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
    notes: [...REASON_NOTES],
  }
}

function times({ startedAt, lastAt }: SessionRow): string {
  const [from, to] = [time(startedAt), time(lastAt)]
  return from === to ? `at ${from}` : `from ${from} to ${to}`
}
