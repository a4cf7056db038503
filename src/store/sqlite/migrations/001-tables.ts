/**
 * Sessions have a short local number, so that their batches and reports need not repeat workspace and id. Batches lie in
 * order of arrival: appending writes to one page, and a large blob does not spill as it would inside an index.
 */
export const tables = `
CREATE TABLE progress (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  -- Transactions so far: a reopened database must know every one that was acknowledged.
  commits INTEGER NOT NULL,
  -- The page from which erased bytes may still stand in unused space; 0: nowhere.
  uncleared INTEGER NOT NULL
) STRICT;
INSERT INTO progress VALUES (1, 0, 0);

CREATE TABLE workspaces (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  settings TEXT NOT NULL,
  checksum INTEGER NOT NULL
) STRICT;

CREATE TABLE keys (
  hash BLOB PRIMARY KEY,
  workspace TEXT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  prefix TEXT NOT NULL,
  last4 TEXT NOT NULL,
  scopes TEXT NOT NULL,
  origins TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  expires_at INTEGER,
  revoked_at INTEGER,
  checksum INTEGER NOT NULL,
  UNIQUE (workspace, id)
) STRICT;
CREATE INDEX keys_id ON keys (id);

CREATE TABLE secrets (
  name TEXT PRIMARY KEY,
  value BLOB NOT NULL,
  checksum INTEGER NOT NULL
) STRICT;

CREATE TABLE sessions (
  no INTEGER PRIMARY KEY,
  workspace TEXT NOT NULL,
  session_id BLOB NOT NULL,
  site_key_id TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  user_id TEXT,
  user_at INTEGER NOT NULL,
  tags TEXT NOT NULL,
  tags_at INTEGER NOT NULL,
  claim BLOB NOT NULL,
  revision INTEGER NOT NULL,
  batch_count INTEGER NOT NULL,
  row_count INTEGER NOT NULL,
  byte_count INTEGER NOT NULL,
  tampered INTEGER NOT NULL,
  overflow INTEGER NOT NULL,
  ip TEXT,
  checksum INTEGER NOT NULL,
  due INTEGER,
  claimed_until INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX sessions_id ON sessions (workspace, session_id);
CREATE INDEX sessions_recent ON sessions (workspace, started_at DESC, session_id);
CREATE INDEX sessions_user ON sessions (workspace, user_id, started_at DESC, session_id) WHERE user_id IS NOT NULL;
CREATE INDEX sessions_due ON sessions (due) WHERE due IS NOT NULL;

CREATE TABLE session_tags (
  workspace TEXT NOT NULL,
  tag TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  session_id BLOB NOT NULL,
  session INTEGER NOT NULL,
  PRIMARY KEY (workspace, tag, started_at DESC, session_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE batches (
  session INTEGER NOT NULL,
  tab BLOB NOT NULL,
  seq INTEGER NOT NULL,
  page INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  digest BLOB NOT NULL,
  sealed BLOB NOT NULL,
  PRIMARY KEY (session, tab, seq)
) STRICT;

CREATE TABLE reports (
  session INTEGER PRIMARY KEY,
  revision INTEGER NOT NULL,
  version TEXT NOT NULL,
  record TEXT NOT NULL,
  score INTEGER NOT NULL,
  action TEXT NOT NULL,
  checksum INTEGER NOT NULL,
  log BLOB NOT NULL
) STRICT;
`
