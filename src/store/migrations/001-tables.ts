/** The tables that are the same on both engines, in PostgreSQL's spelling. Once this is released, further steps change it. */
export const tables = `
CREATE TABLE workspaces (
  id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  created_at bigint NOT NULL,
  settings text NOT NULL,
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
  UNIQUE (workspace, id)
);
CREATE INDEX keys_id ON keys (id);

CREATE TABLE secrets (
  name text COLLATE "C" PRIMARY KEY,
  value bytea NOT NULL
);

CREATE TABLE erased_sessions (
  workspace text COLLATE "C" NOT NULL,
  session_hash bytea NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (workspace, session_hash)
);

CREATE TABLE surveys (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  survey_id text COLLATE "C" NOT NULL,
  revision bigint NOT NULL,
  -- When the survey was last requested to be analyzed again, and whether that is still to be done.
  again_at bigint,
  again_running smallint NOT NULL DEFAULT 0,
  again_claimed_until bigint NOT NULL DEFAULT 0,
  -- A setting; null: the default.
  review_effort bigint,
  PRIMARY KEY (bucket, workspace, survey_id)
);
CREATE INDEX surveys_again ON surveys (again_at) WHERE again_running = 1;

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
CREATE INDEX idempotency_at ON idempotency (bucket, at);

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
  rejected bigint NOT NULL,
  problem text,
  claimed_until bigint NOT NULL DEFAULT 0,
  input bytea,
  result bytea,
  -- Since the last progress.
  claims bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (bucket, workspace, id)
);
CREATE INDEX uploads_recent ON uploads (workspace, created_at DESC, id);
CREATE INDEX uploads_running ON uploads (created_at) WHERE state = 'running';

CREATE TABLE later_analyses (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  survey_id text COLLATE "C" NOT NULL,
  participant_id text COLLATE "C" NOT NULL,
  analyzed_at bigint NOT NULL,
  flagged smallint NOT NULL,
  rank smallint NOT NULL,
  result bytea NOT NULL,
  -- 0: a notification is pending.
  notified smallint NOT NULL DEFAULT 1,
  claimed_until bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (bucket, workspace, survey_id, participant_id, analyzed_at)
);
CREATE INDEX later_analyses_pending ON later_analyses (claimed_until) WHERE notified = 0;

CREATE TABLE question_references (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  survey_id text COLLATE "C" NOT NULL,
  question_id text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  changed_at bigint NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (bucket, workspace, survey_id, question_id)
);

CREATE TABLE members (
  id text COLLATE "C" PRIMARY KEY,
  email text COLLATE "C" NOT NULL UNIQUE,
  password text NOT NULL,
  created_at bigint NOT NULL,
  name text,
  workspace text COLLATE "C"
);

CREATE TABLE memberships (
  member_id text COLLATE "C" NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  role text NOT NULL,
  PRIMARY KEY (member_id, workspace)
);
CREATE INDEX memberships_workspace ON memberships (workspace);

CREATE TABLE links (
  hash bytea PRIMARY KEY,
  workspace text COLLATE "C" NOT NULL,
  role text NOT NULL,
  expires_at bigint NOT NULL,
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
  workspace text COLLATE "C"
);
CREATE INDEX logins_member ON logins (member_id);

CREATE TABLE totp (
  member_id text COLLATE "C" PRIMARY KEY,
  secret bytea NOT NULL,
  confirmed bigint NOT NULL,
  last_step bigint NOT NULL,
  recovery bytea NOT NULL
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

-- At most 64 votes of each kind for a seed and a class of browsers. No address or account can be derived from a
-- voter.
CREATE TABLE challenge_votes (
  week bigint NOT NULL,
  class text COLLATE "C" NOT NULL,
  seed smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  voter smallint NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (week, class, seed, workspace, kind, voter)
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
  sentence text NOT NULL,
  tasks bigint NOT NULL,
  asked_at bigint NOT NULL,
  answered_at bigint,
  result text,
  reason text,
  PRIMARY KEY (bucket, workspace, session_id)
);
`
