export const retention = `
CREATE TABLE IF NOT EXISTS erased_sessions (
  workspace text COLLATE "C" NOT NULL,
  session_hash bytea NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (workspace, session_hash)
);
`
