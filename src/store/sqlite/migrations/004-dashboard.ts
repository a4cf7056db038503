/**
 * What the dashboard needs. Facts repeat what a report says, in a narrow row that lists can run through; every session
 * is to be scored again, so that each has one.
 */
export const dashboard = `
ALTER TABLE members ADD COLUMN name TEXT;
ALTER TABLE logins ADD COLUMN workspace TEXT;
ALTER TABLE links ADD COLUMN id TEXT;
ALTER TABLE links ADD COLUMN email TEXT;
ALTER TABLE links ADD COLUMN created_at INTEGER;
ALTER TABLE links ADD COLUMN created_by TEXT;
CREATE INDEX memberships_workspace ON memberships (workspace);

-- 0: nobody was told, 1: told, otherwise: claimed until then.
ALTER TABLE analyses ADD COLUMN told INTEGER NOT NULL DEFAULT 1;
CREATE INDEX analyses_pending ON analyses (told) WHERE flagged = 1 AND told <> 1;
CREATE INDEX analyses_recent ON analyses (workspace, survey_id, analysed_at DESC, participant_id, flagged);
CREATE INDEX analyses_by_participant ON analyses (workspace, participant_id);
CREATE INDEX analyses_old ON analyses (workspace, analysed_at);

CREATE TABLE totp (
  member_id TEXT PRIMARY KEY,
  secret BLOB NOT NULL,
  confirmed INTEGER NOT NULL,
  last_step INTEGER NOT NULL,
  checksum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE session_facts (
  workspace TEXT NOT NULL,
  session_id BLOB NOT NULL,
  started_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  score INTEGER NOT NULL,
  action TEXT NOT NULL,
  detected INTEGER NOT NULL,
  unknown INTEGER NOT NULL,
  proven INTEGER NOT NULL,
  strengths TEXT NOT NULL,
  incomplete INTEGER NOT NULL,
  country TEXT,
  browser TEXT,
  device TEXT,
  routes TEXT NOT NULL,
  saved_at INTEGER NOT NULL,
  facts_checksum INTEGER NOT NULL,
  notified_action TEXT NOT NULL DEFAULT 'Unknown',
  notified_complete INTEGER NOT NULL DEFAULT 0,
  claimed_until INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace, started_at DESC, session_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX facts_score ON session_facts (workspace, score DESC, started_at DESC, session_id);
CREATE INDEX facts_saved ON session_facts (workspace, saved_at);
CREATE INDEX facts_device ON session_facts (workspace, device, started_at DESC, session_id) WHERE device IS NOT NULL;
CREATE INDEX facts_open ON session_facts (last_at) WHERE notified_complete = 0;
CREATE INDEX facts_pending ON session_facts (saved_at) WHERE notified_complete = 0 AND notified_action <> action;

CREATE TABLE labels (
  workspace TEXT NOT NULL,
  session_id BLOB NOT NULL,
  label TEXT NOT NULL,
  member_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  checksum INTEGER NOT NULL,
  PRIMARY KEY (workspace, session_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX labels_recent ON labels (workspace, at DESC, session_id);

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

CREATE TABLE webhooks (
  workspace TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  events TEXT NOT NULL,
  secret TEXT NOT NULL,
  old_secret TEXT,
  old_until INTEGER,
  enabled INTEGER NOT NULL,
  disabled_reason TEXT,
  created_at INTEGER NOT NULL,
  checksum INTEGER NOT NULL,
  PRIMARY KEY (workspace, id)
) STRICT;

CREATE TABLE deliveries (
  workspace TEXT NOT NULL,
  id TEXT NOT NULL,
  webhook_id TEXT NOT NULL,
  event_id TEXT NOT NULL,
  type TEXT NOT NULL,
  subject TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  state TEXT NOT NULL,
  next_at INTEGER,
  claimed_until INTEGER NOT NULL DEFAULT 0,
  tries TEXT NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (workspace, id)
) STRICT;
CREATE INDEX deliveries_due ON deliveries (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX deliveries_recent ON deliveries (workspace, webhook_id, created_at DESC, id);
CREATE INDEX deliveries_subject ON deliveries (workspace, subject);
CREATE INDEX deliveries_old ON deliveries (created_at) WHERE next_at IS NULL;

CREATE TABLE uploads (
  workspace TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  options TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  state TEXT NOT NULL,
  total INTEGER NOT NULL,
  done INTEGER NOT NULL,
  flagged INTEGER NOT NULL,
  refused INTEGER NOT NULL,
  problem TEXT,
  claimed_until INTEGER NOT NULL DEFAULT 0,
  input BLOB,
  result BLOB,
  PRIMARY KEY (workspace, id)
) STRICT;
CREATE INDEX uploads_running ON uploads (created_at) WHERE state = 'running';

UPDATE sessions SET due = last_at WHERE due IS NULL;
`
