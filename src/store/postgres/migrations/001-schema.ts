/** All tables. Once this is released, further steps change it. */
export const schema = `
CREATE TABLE workspaces (
  id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  created_at bigint NOT NULL,
  settings text NOT NULL,
  checksum bigint NOT NULL,
  -- Of the row, so that a writer notices others.
  revision bigint NOT NULL DEFAULT 0
);

CREATE TABLE keys (
  hash bytea PRIMARY KEY,
  workspace text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  prefix text NOT NULL,
  last4 text NOT NULL,
  scopes text NOT NULL,
  origins text NOT NULL,
  created_at bigint NOT NULL,
  last_used_at bigint,
  expires_at bigint,
  revoked_at bigint,
  checksum bigint NOT NULL,
  UNIQUE (workspace, id)
);
CREATE INDEX keys_id ON keys (id);

CREATE TABLE secrets (
  name text COLLATE "C" PRIMARY KEY,
  value bytea NOT NULL,
  checksum bigint NOT NULL
);

-- bucket, workspace and an id lead the primary key of every table that grows, so that Citus can distribute the tables
-- by bucket. List indexes contain only the start time of a session: it never changes, so an append moves no index
-- entry. session_facts repeats parts of the report in a narrow row for lists. session_terms lists and session_counts
-- counts sessions by their properties. session_marks finds the session a replay repeats.
CREATE TABLE sessions (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  session_id bytea NOT NULL,
  site_key_id text NOT NULL,
  started_at bigint NOT NULL,
  last_at bigint NOT NULL,
  user_id text COLLATE "C",
  user_at bigint NOT NULL,
  tags text NOT NULL,
  tags_at bigint NOT NULL,
  claim bytea NOT NULL,
  revision bigint NOT NULL,
  batch_count bigint NOT NULL,
  row_count bigint NOT NULL,
  byte_count bigint NOT NULL,
  tampered bigint NOT NULL,
  overflow bigint NOT NULL,
  ip text,
  checksum bigint NOT NULL,
  due bigint,
  claimed_until bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (bucket, workspace, session_id)
) WITH (fillfactor = 80);
CREATE INDEX sessions_recent ON sessions (workspace, started_at DESC, session_id);
CREATE INDEX sessions_user ON sessions (workspace, user_id, started_at DESC, session_id) WHERE user_id IS NOT NULL;
CREATE INDEX sessions_due ON sessions (due) WHERE due IS NOT NULL;
CREATE INDEX sessions_by_full_address ON sessions (workspace, started_at)
  WHERE ip IS NOT NULL AND strpos(ip, '/') = 0;

CREATE TABLE session_tags (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  session_id bytea NOT NULL,
  tag text COLLATE "C" NOT NULL,
  started_at bigint NOT NULL,
  PRIMARY KEY (bucket, workspace, session_id, tag)
);
CREATE INDEX session_tags_recent ON session_tags (workspace, tag, started_at DESC, session_id);

CREATE TABLE batches (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  session_id bytea NOT NULL,
  tab bytea NOT NULL,
  seq integer NOT NULL,
  page integer NOT NULL,
  received_at bigint NOT NULL,
  digest bytea NOT NULL,
  sealed bytea NOT NULL,
  PRIMARY KEY (bucket, workspace, session_id, tab, seq)
);
ALTER TABLE batches ALTER COLUMN sealed SET STORAGE EXTERNAL;

CREATE TABLE reports (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  session_id bytea NOT NULL,
  revision bigint NOT NULL,
  version text NOT NULL,
  record text NOT NULL,
  score bigint NOT NULL,
  action text NOT NULL,
  checksum bigint NOT NULL,
  log bytea NOT NULL,
  PRIMARY KEY (bucket, workspace, session_id)
);
ALTER TABLE reports ALTER COLUMN log SET STORAGE EXTERNAL;

CREATE TABLE session_facts (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  session_id bytea NOT NULL,
  started_at bigint NOT NULL,
  last_at bigint NOT NULL,
  score bigint NOT NULL,
  action text NOT NULL,
  detected bigint NOT NULL,
  unknown bigint NOT NULL,
  proven bigint NOT NULL,
  strengths text NOT NULL,
  missing bigint NOT NULL,
  country text,
  browser text,
  system text,
  device text COLLATE "C",
  rhythm text,
  mouse_path text,
  typing_statistics text,
  inputs bigint NOT NULL,
  routes text NOT NULL,
  terms text NOT NULL,
  duration_ms bigint NOT NULL,
  saved_at bigint NOT NULL,
  facts_checksum bigint NOT NULL,
  notified_action text NOT NULL DEFAULT 'Unknown',
  notified_complete bigint NOT NULL DEFAULT 0,
  notified_clusters text,
  claimed_until bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (bucket, workspace, session_id)
);
CREATE INDEX facts_recent ON session_facts (workspace, started_at DESC, session_id);
CREATE INDEX facts_score ON session_facts (workspace, score DESC, started_at DESC, session_id);
CREATE INDEX facts_action ON session_facts (workspace, action, started_at DESC, session_id);
CREATE INDEX facts_saved ON session_facts (workspace, saved_at);
CREATE INDEX facts_device ON session_facts (workspace, device, started_at DESC, session_id) WHERE device IS NOT NULL;
CREATE INDEX facts_open ON session_facts (last_at) WHERE notified_complete = 0;
CREATE INDEX facts_pending ON session_facts (saved_at) WHERE notified_complete = 0 AND notified_action <> action;

CREATE TABLE session_terms (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  session_id bytea NOT NULL,
  term text COLLATE "C" NOT NULL,
  started_at bigint NOT NULL,
  PRIMARY KEY (bucket, workspace, session_id, term)
);
CREATE INDEX session_terms_recent ON session_terms (workspace, term, started_at DESC, session_id);

-- Few buckets, so that a sum reads few rows; more than one, because every report of a workspace locks its counters.
CREATE TABLE session_counts (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  -- Hours: 1, 12 or 168.
  span smallint NOT NULL,
  dimension text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  value text COLLATE "C" NOT NULL,
  -- Action and label.
  kind smallint NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (bucket, workspace, span, dimension, at, value, kind)
) WITH (fillfactor = 80);

CREATE TABLE labels (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  session_id bytea NOT NULL,
  label text NOT NULL,
  member_id text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  checksum bigint NOT NULL,
  note text,
  PRIMARY KEY (bucket, workspace, session_id)
);
CREATE INDEX labels_recent ON labels (workspace, at DESC, session_id);

-- The bucket is derived from the mark, so that one shard holds all sessions of a mark.
CREATE TABLE session_marks (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  mark bigint NOT NULL,
  session_id bytea NOT NULL,
  started_at bigint NOT NULL,
  PRIMARY KEY (bucket, workspace, mark, session_id)
);
CREATE INDEX session_marks_session ON session_marks (workspace, session_id);

CREATE TABLE erased_sessions (
  workspace text COLLATE "C" NOT NULL,
  session_hash bytea NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (workspace, session_hash)
);

-- bucket is derived from the survey id. no grows with time: it says which row came first, and is no key.
CREATE TABLE analyses (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  survey_id text COLLATE "C" NOT NULL,
  participant_id text COLLATE "C" NOT NULL,
  no bigint GENERATED ALWAYS AS IDENTITY,
  id text COLLATE "C" NOT NULL,
  version text NOT NULL,
  analyzed_at bigint NOT NULL,
  flagged smallint NOT NULL,
  device_id text COLLATE "C",
  checksum bigint NOT NULL,
  request bytea NOT NULL,
  result bytea NOT NULL,
  -- The verdict of a reviewer.
  overruled bytea,
  -- 0: pending, 1: notified, otherwise: claimed until then.
  notified bigint NOT NULL DEFAULT 1,
  PRIMARY KEY (bucket, workspace, survey_id, participant_id)
);
ALTER TABLE analyses ALTER COLUMN request SET STORAGE EXTERNAL;
ALTER TABLE analyses ALTER COLUMN result SET STORAGE EXTERNAL;
CREATE INDEX analyses_id ON analyses (workspace, id);
CREATE INDEX analyses_device ON analyses (workspace, survey_id, device_id, no) WHERE device_id IS NOT NULL;
CREATE INDEX analyses_pending ON analyses (notified) WHERE flagged = 1 AND notified <> 1;
CREATE INDEX analyses_recent ON analyses (workspace, survey_id, analyzed_at DESC, participant_id, flagged);
CREATE INDEX analyses_by_participant ON analyses (workspace, participant_id);
CREATE INDEX analyses_old ON analyses (workspace, analyzed_at);

CREATE TABLE answers (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  no bigint GENERATED ALWAYS AS IDENTITY,
  survey_id text COLLATE "C" NOT NULL,
  participant_id text COLLATE "C" NOT NULL,
  question_id text COLLATE "C" NOT NULL,
  added_at bigint NOT NULL,
  cluster bigint NOT NULL,
  bands bytea NOT NULL,
  sketch bytea NOT NULL,
  checksum bigint NOT NULL,
  PRIMARY KEY (bucket, workspace, no)
);
CREATE UNIQUE INDEX answers_participant ON answers (bucket, workspace, survey_id, participant_id, question_id);

CREATE TABLE bands (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  band bigint NOT NULL,
  answer bigint NOT NULL,
  PRIMARY KEY (bucket, workspace, band, answer)
);

CREATE TABLE surveys (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  survey_id text COLLATE "C" NOT NULL,
  revision bigint NOT NULL,
  -- When the survey was last requested to be analyzed again, and whether it was.
  again_at bigint,
  -- 0: pending, 1: done, otherwise: claimed until then.
  again bigint NOT NULL DEFAULT 1,
  PRIMARY KEY (bucket, workspace, survey_id)
);
CREATE INDEX surveys_again ON surveys (again) WHERE again <> 1;

CREATE TABLE questions (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  survey_id text COLLATE "C" NOT NULL,
  question_id text COLLATE "C" NOT NULL,
  last_group bigint NOT NULL,
  stats_revision bigint NOT NULL,
  -- The revision of stats; later ones are in question_samples.
  saved_revision bigint NOT NULL,
  stats bytea,
  PRIMARY KEY (bucket, workspace, survey_id, question_id)
);

CREATE TABLE question_samples (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  survey_id text COLLATE "C" NOT NULL,
  question_id text COLLATE "C" NOT NULL,
  revision bigint NOT NULL,
  sample bytea NOT NULL,
  PRIMARY KEY (bucket, workspace, survey_id, question_id, revision)
);

CREATE TABLE idempotency (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  digest bytea NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (bucket, workspace, key)
);
CREATE INDEX idempotency_at ON idempotency (at);

CREATE TABLE devices (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  fingerprint_id text COLLATE "C" NOT NULL,
  session_id bytea NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (bucket, workspace, fingerprint_id)
);
CREATE INDEX devices_session ON devices (workspace, session_id);

CREATE TABLE uploads (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  options text NOT NULL,
  created_at bigint NOT NULL,
  state text NOT NULL,
  total bigint NOT NULL,
  done bigint NOT NULL,
  flagged bigint NOT NULL,
  refused bigint NOT NULL,
  problem text,
  claimed_until bigint NOT NULL DEFAULT 0,
  input bytea,
  result bytea,
  -- Since the last progress.
  claims bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (bucket, workspace, id)
);
CREATE INDEX uploads_running ON uploads (created_at) WHERE state = 'running';

CREATE TABLE later_analyses (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  survey_id text COLLATE "C" NOT NULL,
  participant_id text COLLATE "C" NOT NULL,
  analyzed_at bigint NOT NULL,
  flagged smallint NOT NULL,
  result bytea NOT NULL,
  -- 0: pending, 1: notified, otherwise: claimed until then.
  notified bigint NOT NULL DEFAULT 1,
  PRIMARY KEY (bucket, workspace, survey_id, participant_id, analyzed_at)
);
ALTER TABLE later_analyses ALTER COLUMN result SET STORAGE EXTERNAL;
CREATE INDEX later_analyses_pending ON later_analyses (notified) WHERE notified <> 1;

CREATE TABLE question_references (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  survey_id text COLLATE "C" NOT NULL,
  question_id text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  changed_at bigint NOT NULL,
  value text NOT NULL,
  checksum bigint NOT NULL,
  PRIMARY KEY (bucket, workspace, survey_id, question_id)
);

CREATE TABLE members (
  id text COLLATE "C" PRIMARY KEY,
  email text COLLATE "C" NOT NULL UNIQUE,
  password text NOT NULL,
  created_at bigint NOT NULL,
  checksum bigint NOT NULL,
  name text,
  workspace text COLLATE "C"
);

CREATE TABLE memberships (
  member_id text COLLATE "C" NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  role text NOT NULL,
  checksum bigint NOT NULL,
  PRIMARY KEY (member_id, workspace)
);
CREATE INDEX memberships_workspace ON memberships (workspace);

CREATE TABLE links (
  hash bytea PRIMARY KEY,
  workspace text COLLATE "C" NOT NULL,
  role text NOT NULL,
  expires_at bigint NOT NULL,
  checksum bigint NOT NULL,
  id text COLLATE "C",
  email text,
  created_at bigint,
  created_by text
);

CREATE TABLE logins (
  hash bytea PRIMARY KEY,
  member_id text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  last_seen_at bigint NOT NULL,
  checksum bigint NOT NULL,
  workspace text COLLATE "C"
);
CREATE INDEX logins_member ON logins (member_id);

CREATE TABLE totp (
  member_id text COLLATE "C" PRIMARY KEY,
  secret bytea NOT NULL,
  confirmed bigint NOT NULL,
  last_step bigint NOT NULL,
  recovery bytea NOT NULL,
  checksum bigint NOT NULL
);

CREATE TABLE audit (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  action text NOT NULL,
  member_id text COLLATE "C",
  who text NOT NULL,
  subject text COLLATE "C" NOT NULL,
  detail text NOT NULL,
  address text NOT NULL,
  checksum bigint NOT NULL,
  PRIMARY KEY (bucket, workspace, id)
);
CREATE INDEX audit_recent ON audit (workspace, at DESC, id);
CREATE INDEX audit_subject ON audit (workspace, subject);

CREATE TABLE webhooks (
  workspace text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  url text NOT NULL,
  events text NOT NULL,
  secret text NOT NULL,
  old_secret text,
  old_until bigint,
  enabled bigint NOT NULL,
  disabled_reason text,
  created_at bigint NOT NULL,
  checksum bigint NOT NULL,
  -- Of the row, so that a writer notices others.
  revision bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace, id)
);

CREATE TABLE deliveries (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  webhook_id text COLLATE "C" NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  subject text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  state text NOT NULL,
  next_at bigint,
  claimed_until bigint NOT NULL DEFAULT 0,
  tries text NOT NULL,
  body bytea NOT NULL,
  PRIMARY KEY (bucket, workspace, id)
);
CREATE INDEX deliveries_due ON deliveries (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX deliveries_recent ON deliveries (workspace, webhook_id, created_at DESC, id);
CREATE INDEX deliveries_subject ON deliveries (workspace, subject);
CREATE INDEX deliveries_old ON deliveries (created_at) WHERE next_at IS NULL;

-- Rate limits that all nodes share. A subject is a keyed hash: no address and no session can be derived from it.
-- rates is unlogged: nodes report to it every second, and after a crash every bucket starts full.
CREATE UNLOGGED TABLE rates (
  subject bigint PRIMARY KEY,
  full_at double precision NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE login_tries (
  subject bigint PRIMARY KEY,
  count bigint NOT NULL,
  since bigint NOT NULL
);

-- At most 64 votes of each kind for a seed and a class of browsers. No address or account can be derived from a
-- voter.
CREATE TABLE challenge_votes (
  week bigint NOT NULL,
  class text COLLATE "C" NOT NULL,
  seed smallint NOT NULL,
  trusted_by text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  voter smallint NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (week, class, seed, trusted_by, kind, voter)
);

-- Rows live for two minutes.
CREATE TABLE used_results (
  workspace text COLLATE "C" NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  result_id text COLLATE "C" NOT NULL,
  idempotency_key text COLLATE "C",
  used_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (workspace, session_id, result_id)
);
CREATE INDEX used_results_expired ON used_results (expires_at);

CREATE TABLE step_ups (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  session_id bytea NOT NULL,
  task text NOT NULL,
  tasks bigint NOT NULL,
  asked_at bigint NOT NULL,
  answered_at bigint,
  result text,
  reason text,
  checksum bigint NOT NULL,
  PRIMARY KEY (bucket, workspace, session_id)
);
`
