export const accounts = `
CREATE TABLE members (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  password TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  checksum INTEGER NOT NULL
) STRICT;

CREATE TABLE memberships (
  member_id TEXT NOT NULL,
  workspace TEXT NOT NULL,
  role TEXT NOT NULL,
  checksum INTEGER NOT NULL,
  PRIMARY KEY (member_id, workspace)
) STRICT, WITHOUT ROWID;

CREATE TABLE links (
  hash BLOB PRIMARY KEY,
  workspace TEXT NOT NULL,
  role TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  checksum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE logins (
  hash BLOB PRIMARY KEY,
  member_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  checksum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX logins_member ON logins (member_id);
`
