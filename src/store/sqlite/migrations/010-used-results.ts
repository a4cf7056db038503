export const usedResults = `
CREATE TABLE used_results (
  workspace TEXT NOT NULL,
  session_id TEXT NOT NULL,
  result_id TEXT NOT NULL,
  idempotency_key TEXT,
  used_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (workspace, session_id, result_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX used_results_expired ON used_results (expires_at);
`
