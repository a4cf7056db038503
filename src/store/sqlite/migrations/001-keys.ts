export const keys = `
CREATE TABLE progress (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  -- Transactions so far: a reopened database must contain every acknowledged one.
  commits INTEGER NOT NULL,
  -- The first page whose unused space may contain erased bytes; 0: none.
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
`
