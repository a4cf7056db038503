import { keys } from './001-keys.ts'
import { sessions } from './002-sessions.ts'
import { surveys } from './003-surveys.ts'
import { accounts } from './004-accounts.ts'
import { webhooks } from './005-webhooks.ts'
import { retention } from './006-retention.ts'
import { challenges } from './007-challenges.ts'
import { labelNotes } from './008-label-notes.ts'
import { laterAnalyses } from './009-later-analyses.ts'
import { usedResults } from './010-used-results.ts'
import { stepUps } from './011-step-ups.ts'
import { revisions } from './012-revisions.ts'
import { references } from './013-references.ts'

/** In order. Never edit a released step. The position in this list is the step's number, from 1. */
export const STEPS: readonly { readonly name: string; readonly sql: string }[] = [
  { name: 'keys', sql: keys },
  { name: 'sessions', sql: sessions },
  { name: 'surveys', sql: surveys },
  { name: 'accounts', sql: accounts },
  { name: 'webhooks', sql: webhooks },
  { name: 'retention', sql: retention },
  { name: 'challenges', sql: challenges },
  { name: 'label notes', sql: labelNotes },
  { name: 'later analyses', sql: laterAnalyses },
  { name: 'used results', sql: usedResults },
  { name: 'step-ups', sql: stepUps },
  { name: 'revisions', sql: revisions },
  { name: 'references', sql: references },
]
