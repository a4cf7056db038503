/**
 * A summary for the person concerned that lists observations in plain words, with the points that each adds. It has no
 * check names and no conclusions.
 */
import { asClause, counted } from '../../checks/sentence.ts'
import { checkOf } from '../../checks/session.ts'
import type { CheckView, ReasonSheet } from '../../contract/dashboard/session_view.ts'
import { day, REASON_NOTES, time } from '../../report/reason_sheet.ts'
import type { BuiltView } from '../../report/view/build_view.ts'
import type { SessionRow } from '../../store/sessions.ts'

export function sessionReasons(session: SessionRow, view: BuiltView): ReasonSheet {
  const scored = view.checks.filter(({ points }) => points > 0).toSorted((a, b) => b.points - a.points)
  const observations = view.checks
    .filter(({ result, points }) => result === 'Detected' && points === 0)
    .map(observation)
  const missing = view.checks
    .filter(({ result }) => result === 'Unknown')
    .map(({ check }) => checkOf(check).reason.subject)
  if (view.coverage.gaps > 0) observations.push('Parts of the recording did not arrive.')
  return {
    title: 'What was observed',
    about: `Visit on ${day(session.startedAt)}, ${times(session)} UTC. Reference: ${session.sessionId}`,
    counted: scored.map(observation),
    observations: scored.length + observations.length > 0 ? observations : ['Nothing unusual was observed.'],
    ...(view.risk_score > 0 && { sum: sumOf(view) }),
    not_observed: missing,
    notes: [...REASON_NOTES],
  }
}

/** The page of a session shows no score without enough evidence. */
const sumOf = ({ risk_score, recommended_action }: BuiltView): string =>
  `Together: ${risk_score} of 100 points${recommended_action === 'Unknown' ? '. This is too little data for a result' : ''}.`

/** Without points if it did not count. */
function observation({ check, evidence, result, points }: CheckView): string {
  const { observed, subject } = checkOf(check).reason
  const what = result === 'Detected' ? observed : `A weak sign (${subject})`
  const added = points === 0 ? '' : ` (${counted(points, 'point')})`
  return `${what}: ${inPlainWords(asClause(evidence))}${added}.`
}

const inPlainWords = (clause: string): string =>
  clause
    .replace(/^found(?:, but not enough on (?:its|their) own)?: /, '')
    .replace('navigator.webdriver is true', 'the browser reports that a program controls it')

function times({ startedAt, lastAt }: SessionRow): string {
  const [from, to] = [time(startedAt), time(lastAt)]
  return from === to ? `at ${from}` : `from ${from} to ${to}`
}
