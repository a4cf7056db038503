/** An answer's number grows with time, so that the oldest of a band are found first and an unchanged answer keeps its place. */
export const surveys = `
CREATE TABLE analyses (
  no INTEGER PRIMARY KEY,
  workspace TEXT NOT NULL,
  survey_id TEXT NOT NULL,
  participant_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version TEXT NOT NULL,
  analysed_at INTEGER NOT NULL,
  flagged INTEGER NOT NULL,
  device_id TEXT,
  checksum INTEGER NOT NULL,
  request BLOB NOT NULL,
  result BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX analyses_participant ON analyses (workspace, survey_id, participant_id);
CREATE UNIQUE INDEX analyses_id ON analyses (workspace, id);
CREATE INDEX analyses_device ON analyses (workspace, survey_id, device_id) WHERE device_id IS NOT NULL;

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
  PRIMARY KEY (workspace, survey_id)
) STRICT;

CREATE TABLE questions (
  workspace TEXT NOT NULL,
  survey_id TEXT NOT NULL,
  question_id TEXT NOT NULL,
  last_group INTEGER NOT NULL,
  stats_revision INTEGER NOT NULL,
  stats BLOB,
  PRIMARY KEY (workspace, survey_id, question_id)
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
`
