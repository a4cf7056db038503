import { tables } from './001-tables.ts'
import { surveys } from './002-surveys.ts'
import { accounts } from './003-accounts.ts'
import { dashboard } from './004-dashboard.ts'
import { marks } from './005-marks.ts'
import { auditSubject } from './006-audit_subject.ts'
import { compactMarks } from './007-compact_marks.ts'

/** In order; a step that has been released is never edited. The place in this list is its number, from 1. */
export const STEPS: readonly { readonly name: string; readonly sql: string }[] = [
  { name: 'tables', sql: tables },
  { name: 'surveys', sql: surveys },
  { name: 'accounts', sql: accounts },
  { name: 'dashboard', sql: dashboard },
  { name: 'marks', sql: marks },
  { name: 'audit_subject', sql: auditSubject },
  { name: 'compact_marks', sql: compactMarks },
]
