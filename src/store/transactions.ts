import { accountTransactions } from './queries/account_queries.ts'
import { auditTransactions } from './queries/audit_queries.ts'
import { keyTransactions } from './queries/key_queries.ts'
import { queuedErasureTransactions } from './queries/queued_erasure_queries.ts'
import { surveyTransactions } from './queries/survey_transactions.ts'
import { uploadTransactions } from './queries/upload_queries.ts'
import { webhookTransactions } from './queries/webhook_queries.ts'
import type { Transaction } from './transaction.ts'

/** Every transaction that both engines run, for the writer thread of SQLite. */
export const TRANSACTIONS: readonly Transaction<never[], unknown>[] = [
  ...accountTransactions,
  ...auditTransactions,
  ...keyTransactions,
  ...queuedErasureTransactions,
  ...surveyTransactions,
  ...uploadTransactions,
  ...webhookTransactions,
]
