export const retention = `
CREATE INDEX IF NOT EXISTS sessions_by_full_address ON sessions (workspace, started_at)
  WHERE ip IS NOT NULL AND instr(ip, '/') = 0;

CREATE TABLE IF NOT EXISTS erased_sessions (
  workspace TEXT NOT NULL,
  session_hash BLOB NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (workspace, session_hash)
) STRICT, WITHOUT ROWID;
`
