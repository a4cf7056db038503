/** All tables. Once this is released, further steps change it. */
export const schema = `
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
  checksum INTEGER NOT NULL,
  -- Of the row, so that a writer notices others.
  revision INTEGER NOT NULL DEFAULT 0
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

-- Sessions have a short local number, so that batches, reports and marks need not repeat workspace and id. Batches
-- are stored in order of arrival: an append writes to one page, and a large blob does not overflow inside an index.
-- session_facts repeats parts of the report in a narrow row for lists. session_terms lists and session_counts counts
-- sessions by their properties. session_marks finds the session a replay repeats.
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
CREATE INDEX sessions_by_full_address ON sessions (workspace, started_at)
  WHERE ip IS NOT NULL AND instr(ip, '/') = 0;

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
  missing INTEGER NOT NULL,
  country TEXT,
  browser TEXT,
  system TEXT,
  device TEXT,
  rhythm TEXT,
  mouse_path TEXT,
  typing_statistics TEXT,
  inputs INTEGER NOT NULL,
  routes TEXT NOT NULL,
  terms TEXT NOT NULL,
  duration_ms INTEGER NOT NULL,
  saved_at INTEGER NOT NULL,
  facts_checksum INTEGER NOT NULL,
  notified_action TEXT NOT NULL DEFAULT 'Unknown',
  notified_complete INTEGER NOT NULL DEFAULT 0,
  notified_clusters TEXT,
  claimed_until INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace, started_at DESC, session_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX facts_score ON session_facts (workspace, score DESC, started_at DESC, session_id);
CREATE INDEX facts_action ON session_facts (workspace, action, started_at DESC, session_id);
CREATE INDEX facts_saved ON session_facts (workspace, saved_at);
CREATE INDEX facts_device ON session_facts (workspace, device, started_at DESC, session_id) WHERE device IS NOT NULL;
CREATE INDEX facts_open ON session_facts (last_at) WHERE notified_complete = 0;
CREATE INDEX facts_pending ON session_facts (saved_at) WHERE notified_complete = 0 AND notified_action <> action;

CREATE TABLE session_terms (
  workspace TEXT NOT NULL,
  term TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  session_id BLOB NOT NULL,
  PRIMARY KEY (workspace, term, started_at DESC, session_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE session_counts (
  workspace TEXT NOT NULL,
  -- Hours: 1, 12 or 168.
  span INTEGER NOT NULL,
  dimension TEXT NOT NULL,
  at INTEGER NOT NULL,
  value TEXT NOT NULL,
  -- Action and label.
  kind INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (workspace, span, dimension, at, value, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE labels (
  workspace TEXT NOT NULL,
  session_id BLOB NOT NULL,
  label TEXT NOT NULL,
  member_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  checksum INTEGER NOT NULL,
  note TEXT,
  PRIMARY KEY (workspace, session_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX labels_recent ON labels (workspace, at DESC, session_id);

CREATE TABLE marked_workspaces (
  no INTEGER PRIMARY KEY,
  workspace TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE session_marks (
  workspace INTEGER NOT NULL,
  mark INTEGER NOT NULL,
  session INTEGER NOT NULL,
  PRIMARY KEY (workspace, mark, session)
) STRICT, WITHOUT ROWID;
CREATE INDEX session_marks_session ON session_marks (session);

CREATE TABLE erased_sessions (
  workspace TEXT NOT NULL,
  session_hash BLOB NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (workspace, session_hash)
) STRICT, WITHOUT ROWID;

-- Answer numbers grow with time: the oldest answers of a band are found first, and an unchanged answer keeps its
-- place.
CREATE TABLE analyses (
  no INTEGER PRIMARY KEY,
  workspace TEXT NOT NULL,
  survey_id TEXT NOT NULL,
  participant_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version TEXT NOT NULL,
  analyzed_at INTEGER NOT NULL,
  flagged INTEGER NOT NULL,
  device_id TEXT,
  checksum INTEGER NOT NULL,
  request BLOB NOT NULL,
  result BLOB NOT NULL,
  -- The verdict of a reviewer.
  overruled BLOB,
  -- 0: pending, 1: notified, otherwise: claimed until then.
  notified INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE UNIQUE INDEX analyses_participant ON analyses (workspace, survey_id, participant_id);
CREATE UNIQUE INDEX analyses_id ON analyses (workspace, id);
CREATE INDEX analyses_device ON analyses (workspace, survey_id, device_id) WHERE device_id IS NOT NULL;
CREATE INDEX analyses_pending ON analyses (notified) WHERE flagged = 1 AND notified <> 1;
CREATE INDEX analyses_recent ON analyses (workspace, survey_id, analyzed_at DESC, participant_id, flagged);
CREATE INDEX analyses_by_participant ON analyses (workspace, participant_id);
CREATE INDEX analyses_old ON analyses (workspace, analyzed_at);

CREATE TABLE answers (
  no INTEGER PRIMARY KEY,
  analysis INTEGER NOT NULL,
  question_id TEXT NOT NULL,
  added_at INTEGER NOT NULL,
  cluster INTEGER NOT NULL,
  bands BLOB NOT NULL,
  sketch BLOB NOT NULL,
  checksum INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX answers_analysis ON answers (analysis, question_id);

CREATE TABLE bands (
  band INTEGER NOT NULL,
  answer INTEGER NOT NULL,
  PRIMARY KEY (band, answer)
) STRICT, WITHOUT ROWID;

CREATE TABLE surveys (
  workspace TEXT NOT NULL,
  survey_id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  -- When the survey was last requested to be analyzed again, and whether it was.
  again_at INTEGER,
  -- 0: pending, 1: done, otherwise: claimed until then.
  again INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (workspace, survey_id)
) STRICT;
CREATE INDEX surveys_again ON surveys (again) WHERE again <> 1;

CREATE TABLE questions (
  workspace TEXT NOT NULL,
  survey_id TEXT NOT NULL,
  question_id TEXT NOT NULL,
  last_group INTEGER NOT NULL,
  stats_revision INTEGER NOT NULL,
  -- The revision of stats; later ones are in question_samples.
  saved_revision INTEGER NOT NULL,
  stats BLOB,
  PRIMARY KEY (workspace, survey_id, question_id)
) STRICT;

CREATE TABLE question_samples (
  workspace TEXT NOT NULL,
  survey_id TEXT NOT NULL,
  question_id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  sample BLOB NOT NULL,
  PRIMARY KEY (workspace, survey_id, question_id, revision)
) STRICT;

CREATE TABLE idempotency (
  workspace TEXT NOT NULL,
  key TEXT NOT NULL,
  digest BLOB NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (workspace, key)
) STRICT;
CREATE INDEX idempotency_at ON idempotency (at);

CREATE TABLE devices (
  workspace TEXT NOT NULL,
  fingerprint_id TEXT NOT NULL,
  session_id BLOB NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (workspace, fingerprint_id)
) STRICT;
CREATE INDEX devices_session ON devices (workspace, session_id);

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
  -- Since the last progress.
  claims INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace, id)
) STRICT;
CREATE INDEX uploads_running ON uploads (created_at) WHERE state = 'running';

CREATE TABLE later_analyses (
  workspace TEXT NOT NULL,
  survey_id TEXT NOT NULL,
  participant_id TEXT NOT NULL,
  analyzed_at INTEGER NOT NULL,
  flagged INTEGER NOT NULL,
  result BLOB NOT NULL,
  -- 0: pending, 1: notified, otherwise: claimed until then.
  notified INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (workspace, survey_id, participant_id, analyzed_at)
) STRICT;
CREATE INDEX later_analyses_pending ON later_analyses (notified) WHERE notified <> 1;

CREATE TABLE question_references (
  workspace TEXT NOT NULL,
  survey_id TEXT NOT NULL,
  question_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  value TEXT NOT NULL,
  checksum INTEGER NOT NULL,
  PRIMARY KEY (workspace, survey_id, question_id)
) STRICT;

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
  -- Of the row, so that a writer notices others.
  revision INTEGER NOT NULL DEFAULT 0,
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

CREATE TABLE challenge_votes (
  week INTEGER NOT NULL,
  class TEXT NOT NULL,
  seed INTEGER NOT NULL,
  trusted_by TEXT NOT NULL,
  kind TEXT NOT NULL,
  voter INTEGER NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (week, class, seed, trusted_by, kind, voter)
) STRICT, WITHOUT ROWID;

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
