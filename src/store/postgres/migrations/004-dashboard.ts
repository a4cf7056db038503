/**
 * What the dashboard needs. Facts repeat what a report says, in a narrow row that lists can run through; every session
 * is to be scored again, so that each has one.
 */
export const dashboard = `
ALTER TABLE members ADD COLUMN name text;
ALTER TABLE logins ADD COLUMN workspace text COLLATE "C";
ALTER TABLE links ADD COLUMN id text COLLATE "C";
ALTER TABLE links ADD COLUMN email text;
ALTER TABLE links ADD COLUMN created_at bigint;
ALTER TABLE links ADD COLUMN created_by text;
CREATE INDEX memberships_workspace ON memberships (workspace);

-- 0: nobody was told, 1: told, otherwise: claimed until then.
ALTER TABLE analyses ADD COLUMN told bigint NOT NULL DEFAULT 1;
CREATE INDEX analyses_pending ON analyses (told) WHERE flagged = 1 AND told <> 1;
CREATE INDEX analyses_recent ON analyses (workspace, survey_id, analysed_at DESC, participant_id, flagged);
CREATE INDEX analyses_by_participant ON analyses (workspace, participant_id);
CREATE INDEX analyses_old ON analyses (workspace, analysed_at);

CREATE TABLE totp (
  member_id text COLLATE "C" PRIMARY KEY,
  secret bytea NOT NULL,
  confirmed bigint NOT NULL,
  last_step bigint NOT NULL,
  checksum bigint NOT NULL
);

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
  incomplete bigint NOT NULL,
  country text,
  browser text,
  device text COLLATE "C",
  routes text NOT NULL,
  saved_at bigint NOT NULL,
  facts_checksum bigint NOT NULL,
  notified_action text NOT NULL DEFAULT 'Unknown',
  notified_complete bigint NOT NULL DEFAULT 0,
  claimed_until bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (bucket, workspace, session_id)
);
CREATE INDEX facts_recent ON session_facts (workspace, started_at DESC, session_id);
CREATE INDEX facts_score ON session_facts (workspace, score DESC, started_at DESC, session_id);
CREATE INDEX facts_saved ON session_facts (workspace, saved_at);
CREATE INDEX facts_device ON session_facts (workspace, device, started_at DESC, session_id) WHERE device IS NOT NULL;
CREATE INDEX facts_open ON session_facts (last_at) WHERE notified_complete = 0;
CREATE INDEX facts_pending ON session_facts (saved_at) WHERE notified_complete = 0 AND notified_action <> action;

CREATE TABLE labels (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  session_id bytea NOT NULL,
  label text NOT NULL,
  member_id text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  checksum bigint NOT NULL,
  PRIMARY KEY (bucket, workspace, session_id)
);
CREATE INDEX labels_recent ON labels (workspace, at DESC, session_id);

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
  PRIMARY KEY (bucket, workspace, id)
);
CREATE INDEX uploads_running ON uploads (created_at) WHERE state = 'running';

UPDATE sessions SET due = last_at WHERE due IS NULL;
`
