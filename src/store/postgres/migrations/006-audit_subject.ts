/** Whoever is erased is looked for in the audit log, session by session. */
export const auditSubject = [{ name: 'audit_subject', on: 'audit (workspace, subject)' }] as const
