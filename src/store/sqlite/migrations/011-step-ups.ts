export const stepUps = `
CREATE TABLE step_ups (
  workspace TEXT NOT NULL,
  session_id BLOB NOT NULL,
  task TEXT NOT NULL,
  tasks INTEGER NOT NULL,
  asked_at INTEGER NOT NULL,
  answered_at INTEGER,
  result TEXT,
  reason TEXT,
  checksum INTEGER NOT NULL,
  PRIMARY KEY (workspace, session_id)
) STRICT, WITHOUT ROWID;
`
