/**
 * A sheet for the person concerned that lists observations in plain words. It has no score, no check names and no
 * conclusions.
 */
import type { SessionCheckName } from '../../contract/checks.ts'
import type { CheckView, ReasonSheet } from '../../contract/dashboard/session_view.ts'
import type { FoldedView } from '../../report/view/fold_view.ts'
import type { SessionRow } from '../../store/sessions.ts'

/** What `Detected` means, for readers who do not know the checks. */
const OBSERVED: Readonly<Record<SessionCheckName, string>> = {
  agent_behavior: 'The rhythm of pointer and keys over the visit resembled recordings of automated visits',
  programmatic_typing: 'Text was entered with the timing of a program rather than of a person',
  teleporting_mouse: 'The pointer jumped to another place without moving there',
  no_corrections: 'Text was typed without a single correction',
  all_pasted: 'All text was pasted rather than typed',
  jump_scrolling: 'The page was scrolled in jumps, without the movement in between',
  centered_clicks: 'Clicks hit the exact center of their targets',
  programmatic_clicking: 'Clicks were made by a program or a script rather than by a pointer',
  external_input: 'The tab was left, and text was pasted after returning',
  bot: 'The browser showed traces of automation tools',
  virtual_machine: 'The browser ran on a virtual or remote machine',
  software_renderer: 'The browser rendered without graphics hardware',
  vpn: 'The connection came from a VPN or a hosting provider',
  tor: 'The connection came through the Tor network',
  location_spoofing: 'The location reported by the browser and the location of the connection did not match',
}

const TOPICS: Readonly<Record<SessionCheckName, string>> = {
  agent_behavior: 'the rhythm of the visit as a whole',
  programmatic_typing: 'the timing of keys',
  teleporting_mouse: 'the path of the pointer',
  no_corrections: 'corrections while typing',
  all_pasted: 'whether text was pasted',
  jump_scrolling: 'scrolling',
  centered_clicks: 'positions of clicks',
  programmatic_clicking: 'how clicks were made',
  external_input: 'text brought from elsewhere',
  bot: 'traces of automation tools',
  virtual_machine: 'the kind of machine',
  software_renderer: 'how the browser renders',
  vpn: 'the operator of the connection',
  tor: 'the Tor network',
  location_spoofing: 'the location of the visit',
}

const NOTES = [
  'A program made these observations by counting events. They are not a judgment of a person.',
  'Assistive technology, autofill, a touch screen, a company network or an unusual browser can cause any of them.',
  'This sheet contains no typed text. Nothing other than what is listed here was used.',
  'If you think this is wrong, contact the organization that gave you this sheet and ask for a review by a person.',
] as const

export function sessionReasons(session: SessionRow, view: FoldedView): ReasonSheet {
  const of = (result: CheckView['result']) => view.checks.filter((check) => check.result === result)
  const observations = of('Detected').map(
    ({ check, evidence }) => `${OBSERVED[check]}: ${lowercased(evidence)}.`,
  )
  const missing = of('Unknown').map(({ check }) => TOPICS[check])
  if (view.coverage.gaps > 0) observations.push('Parts of the recording did not arrive.')
  return {
    title: 'What was observed',
    about: `Visit of ${when(session.startedAt)} to ${time(session.lastAt)} UTC, reference ${session.sessionId}`,
    observations: observations.length > 0 ? observations : ['Nothing unusual was observed.'],
    not_observed: missing,
    notes: [...NOTES],
  }
}

export const reasonNotes: readonly string[] = NOTES

const lowercased = (sentence: string) =>
  sentence.replace(/\.$/, '').replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

export function when(ms: number): string {
  const date = new Date(ms)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}, ${time(ms)}`
}

const time = (ms: number): string => new Date(ms).toISOString().slice(11, 16)
