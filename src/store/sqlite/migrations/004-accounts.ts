export const accounts = `
CREATE TABLE members (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  password TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  checksum INTEGER NOT NULL,
  name TEXT,
  workspace TEXT
) STRICT;

CREATE TABLE memberships (
  member_id TEXT NOT NULL,
  workspace TEXT NOT NULL,
  role TEXT NOT NULL,
  checksum INTEGER NOT NULL,
  PRIMARY KEY (member_id, workspace)
) STRICT, WITHOUT ROWID;
CREATE INDEX memberships_workspace ON memberships (workspace);

CREATE TABLE links (
  hash BLOB PRIMARY KEY,
  workspace TEXT NOT NULL,
  role TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  checksum INTEGER NOT NULL,
  id TEXT,
  email TEXT,
  created_at INTEGER,
  created_by TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE logins (
  hash BLOB PRIMARY KEY,
  member_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  checksum INTEGER NOT NULL,
  workspace TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX logins_member ON logins (member_id);

CREATE TABLE totp (
  member_id TEXT PRIMARY KEY,
  secret BLOB NOT NULL,
  confirmed INTEGER NOT NULL,
  last_step INTEGER NOT NULL,
  recovery BLOB NOT NULL,
  checksum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE audit (
  workspace TEXT NOT NULL,
  id TEXT NOT NULL,
  at INTEGER NOT NULL,
  action TEXT NOT NULL,
  member_id TEXT,
  who TEXT NOT NULL,
  subject TEXT NOT NULL,
  detail TEXT NOT NULL,
  address TEXT NOT NULL,
  checksum INTEGER NOT NULL,
  PRIMARY KEY (workspace, id)
) STRICT;
CREATE INDEX audit_recent ON audit (workspace, at DESC, id);
CREATE INDEX audit_subject ON audit (workspace, subject);
`
