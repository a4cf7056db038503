/**
 * A sheet for the person it is about: what was observed, in plain words. No score, no name of a check, no verdict.
 * Everything on it was counted; nothing is concluded.
 */
import type { SessionCheckName } from '../../contract/checks.ts'
import type { CheckView, ReasonSheet } from '../../contract/dashboard/session_view.ts'
import type { FoldedView } from '../../report/view/fold_view.ts'
import type { SessionRow } from '../../store/sessions.ts'

/** What Detected means to somebody who has never heard of the check. */
const OBSERVED: Readonly<Record<SessionCheckName, string>> = {
  agent_behavior: 'The rhythm of pointer and keys over the visit resembled recordings of automated visits',
  programmatic_typing: 'Text was entered with the timing of a program rather than of fingers',
  teleporting_mouse: 'The pointer changed place without moving there',
  no_corrections: 'Text was typed without a single correction',
  all_pasted: 'All text was pasted rather than typed',
  jump_scrolling: 'The page was scrolled in jumps, without the movement in between',
  centered_clicks: 'Clicks fell on the exact middle of what was clicked',
  programmatic_clicking: 'Clicks were made by a program or a script rather than by a pointer',
  external_input: 'The tab was left, and text was pasted after returning',
  bot: 'The browser carried marks that automation tools leave',
  virtual_machine: 'The browser ran on a virtual or remote machine',
  software_renderer: 'The browser drew without graphics hardware',
  vpn: 'The connection came from a VPN or a hosting provider',
  tor: 'The connection came through the Tor network',
  location_spoofing: 'The place the browser told and the place of the connection did not agree',
}

const TOPICS: Readonly<Record<SessionCheckName, string>> = {
  agent_behavior: 'the rhythm of the visit as a whole',
  programmatic_typing: 'the timing of keys',
  teleporting_mouse: 'the path of the pointer',
  no_corrections: 'corrections while typing',
  all_pasted: 'whether text was pasted',
  jump_scrolling: 'scrolling',
  centered_clicks: 'where clicks fell',
  programmatic_clicking: 'how clicks were made',
  external_input: 'text brought from elsewhere',
  bot: 'marks of automation tools',
  virtual_machine: 'the kind of machine',
  software_renderer: 'how the browser draws',
  vpn: 'the operator of the connection',
  tor: 'the Tor network',
  location_spoofing: 'the place of the visit',
}

const NOTES = [
  'These are observations made by a program that counted events. They are not a judgement of a person.',
  'Assistive technology, autofill, a touch screen, a company network or an unusual browser can cause any of them.',
  'Nothing that was typed is part of this sheet, and nothing else was used than what is listed here.',
  'If you think that this is wrong, say so to whoever gave you this sheet, and ask for a person to look again.',
] as const

export function sessionReasons(session: SessionRow, view: FoldedView): ReasonSheet {
  const of = (result: CheckView['result']) => view.checks.filter((check) => check.result === result)
  const observations = of('Detected').map(
    ({ check, evidence }) => `${OBSERVED[check]}: ${lowered(evidence)}.`,
  )
  const missing = of('Unknown').map(({ check }) => TOPICS[check])
  if (view.coverage.gaps > 0) observations.push('Parts of the recording did not arrive.')
  return {
    title: 'What was observed',
    about: `Visit of ${when(session.startedAt)} to ${time(session.lastAt)} UTC, reference ${session.sessionId}`,
    observations: observations.length > 0 ? observations : ['Nothing out of the ordinary was observed.'],
    not_observed: missing,
    notes: [...NOTES],
  }
}

export const reasonNotes: readonly string[] = NOTES

const lowered = (sentence: string) =>
  sentence.replace(/\.$/, '').replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

export function when(ms: number): string {
  const date = new Date(ms)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}, ${time(ms)}`
}

const time = (ms: number): string => new Date(ms).toISOString().slice(11, 16)
