import { keys } from './001-keys.ts'
import { sessions } from './002-sessions.ts'
import { surveys } from './003-surveys.ts'
import { accounts } from './004-accounts.ts'
import { webhooks } from './005-webhooks.ts'
import { rates } from './006-rates.ts'
import { retention } from './007-retention.ts'
import { challenges } from './008-challenges.ts'
import { labelNotes } from './009-label-notes.ts'
import { laterAnalyses } from './010-later-analyses.ts'
import { usedResults } from './011-used-results.ts'
import { stepUps } from './012-step-ups.ts'
import { revisions } from './013-revisions.ts'
import { references } from './014-references.ts'
import type { Step } from './step.ts'

/** In order. Never edit a released step. The position in this list is the step's number, from 1. */
export const STEPS: readonly Step[] = [
  { name: 'keys', sql: keys },
  { name: 'sessions', sql: sessions },
  { name: 'surveys', sql: surveys },
  { name: 'accounts', sql: accounts },
  { name: 'webhooks', sql: webhooks },
  { name: 'rates', sql: rates },
  {
    name: 'retention',
    sql: retention,
    indexes: [
      {
        name: 'sessions_by_full_address',
        on: "sessions (workspace, started_at) WHERE ip IS NOT NULL AND strpos(ip, '/') = 0",
      },
    ],
  },
  { name: 'challenges', sql: challenges },
  { name: 'label notes', sql: labelNotes },
  {
    name: 'later analyses',
    sql: laterAnalyses,
    indexes: [
      { name: 'later_analyses_pending', on: 'later_analyses (notified) WHERE notified <> 1' },
      { name: 'surveys_again', on: 'surveys (again) WHERE again <> 1' },
    ],
  },
  { name: 'used results', sql: usedResults },
  { name: 'step-ups', sql: stepUps },
  { name: 'revisions', sql: revisions },
  { name: 'references', sql: references },
]
