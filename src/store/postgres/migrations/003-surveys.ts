/** `bucket` is derived from the survey id. `no` grows with time: it says which row came first, and is no key. */
export const surveys = `
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
  -- A setting; null: the default.
  review_effort integer,
  PRIMARY KEY (bucket, workspace, survey_id)
);

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
  PRIMARY KEY (bucket, workspace, id)
);
CREATE INDEX uploads_running ON uploads (created_at) WHERE state = 'running';
`
