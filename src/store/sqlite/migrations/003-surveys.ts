/** Answer numbers grow with time: the oldest answers of a band are found first, and an unchanged answer keeps its place. */
export const surveys = `
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
  -- A setting; null: the default.
  review_effort INTEGER,
  PRIMARY KEY (workspace, survey_id)
) STRICT;

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
  PRIMARY KEY (workspace, id)
) STRICT;
CREATE INDEX uploads_running ON uploads (created_at) WHERE state = 'running';
`
