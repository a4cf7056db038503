/** Whoever is erased is looked for in the audit log, session by session. */
export const auditSubject = `
CREATE INDEX audit_subject ON audit (workspace, subject);
`
