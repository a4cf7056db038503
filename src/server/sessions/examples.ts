/** The example session of the OpenAPI document. */
import {
  BIOMETRIC_CHECKS,
  type CheckResult,
  DEVICE_CHECKS,
  type SessionCheckName,
} from '../../contract/checks.ts'
import type { Evidence } from '../../contract/evidence.ts'
import type { EventLog, SessionRecord, SessionReport } from '../../contract/session.ts'
import { exampleEvidence } from './evidence_example.ts'

const SESSION_ID = 'q7Zr0nXkT2mVb4Lw9sYcHg'

const EVENTS: EventLog['events'] = [
  { action: 'Navigated to /checkout', user_time: 'Mar 25, 2025 14:30:50', unix_timestamp: 1_742_913_050_210 },
  {
    action: 'Typed 96 characters in "q1"',
    user_time: 'Mar 25, 2025 14:31:02',
    unix_timestamp: 1_742_913_062_940,
  },
  { action: 'Left the tab', user_time: 'Mar 25, 2025 14:31:20', unix_timestamp: 1_742_913_080_118 },
  { action: 'Returned to the tab', user_time: 'Mar 25, 2025 14:31:41', unix_timestamp: 1_742_913_101_733 },
  {
    action: 'Pasted 118 characters into "q1" after returning to the tab',
    user_time: 'Mar 25, 2025 14:31:43',
    unix_timestamp: 1_742_913_103_021,
  },
]

/** The other checks are Not detected. */
const RESULTS: Readonly<Partial<Record<SessionCheckName, CheckResult>>> = {
  programmatic_typing: 'Detected',
  external_input: 'Detected',
  no_corrections: 'Unknown',
  jump_scrolling: 'Unknown',
  vpn: 'Unknown',
  location_spoofing: 'Unknown',
}

function resultsOf<Name extends SessionCheckName>(names: readonly Name[]): Record<Name, CheckResult> {
  const results = names.map((name) => [name, RESULTS[name] ?? 'Not detected'])
  return Object.fromEntries(results) as Record<Name, CheckResult>
}

const record: SessionRecord = {
  session_id: SESSION_ID,
  tags: ['checkout', 'spring-campaign'],
  risk_score: 50,
  risk_explanation:
    'Programmatic typing (at least 25 keys in a row were typed at a pace that varied by only 4%); Pasted after tab switch (118 characters came from 1 paste after returning to the tab).',
  recommended_action: 'Manual review or require additional verification',
  user_logs: EVENTS,
  biometric_checks: resultsOf(BIOMETRIC_CHECKS),
  device_checks: resultsOf(DEVICE_CHECKS),
  effective_action: 'Manual review or require additional verification',
  overridden_by: null,
}

const { session_id, ...rest } = record

let evidence: Evidence | undefined

export const EXAMPLES = {
  sessionId: SESSION_ID,
  userId: 'customer-1042',
  tag: 'checkout',
  report: {
    session_id,
    user_id: 'customer-1042',
    ...rest,
    step_up: {
      result: 'passed',
      reason: '46 intervals between keystrokes; none too fast or too regular.',
      asked_at: 1_742_913_110_000,
      answered_at: 1_742_913_131_200,
    },
    risk_parts: { input: 50, context: 0 },
    risk_contributions: [
      { check: 'programmatic_typing', points: 45, limited_by: 'group' },
      { check: 'external_input', points: 5, limited_by: null },
    ],
    evidence_coverage: {
      mouse: 214,
      keyboard: 96,
      touch: 0,
      device: true,
      network: true,
      observed_seconds: 58,
    },
    proven: 'challenge',
    decision: 'step_up',
    model_version: '10-344bab7039c7-d583f73b7faf',
  } satisfies SessionReport,
  userSessions: { user_id: 'customer-1042', sessions: [record] },
  tagSessions: { tag: 'checkout', sessions: [record] },
  eventLog: { session_id: SESSION_ID, event_count: EVENTS.length, events: EVENTS } satisfies EventLog,
  /** Built for the document only: it takes longer than a command may. */
  get evidence(): Evidence {
    evidence ??= exampleEvidence(SESSION_ID)
    return evidence
  },
}
