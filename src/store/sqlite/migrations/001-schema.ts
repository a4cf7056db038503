import { tables } from '../../migrations/001-tables.ts'
import { inSqliteSpelling } from '../../migrations/sqlite_spelling.ts'

/** Once this is released, further steps change it. */
export const schema = `${inSqliteSpelling(tables)}
CREATE TABLE progress (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  -- Transactions so far: a reopened database must contain every acknowledged one.
  commits INTEGER NOT NULL,
  -- 1: unused space of pages may contain erased bytes, until the next VACUUM.
  erased INTEGER NOT NULL
) STRICT;
INSERT INTO progress VALUES (1, 0, 0);

-- Sessions have a short local number, so that batches, reports and marks need not repeat workspace and id. Batches
-- are stored in order of arrival: an append writes to one page, and a large blob does not overflow inside an index.
-- session_facts repeats parts of the report in a narrow row for lists. session_pages lists sessions by page, and
-- session_counts counts them by their properties. session_marks and mark_index find the session a
-- replay repeats.
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
  tab_secret BLOB NOT NULL,
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
  sealed BLOB NOT NULL
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
  confirmed INTEGER NOT NULL,
  strengths TEXT NOT NULL,
  harmless TEXT NOT NULL,
  missing INTEGER NOT NULL,
  country TEXT,
  browser TEXT,
  system TEXT,
  referrer TEXT,
  device TEXT,
  rhythm TEXT,
  mouse_path TEXT,
  typing_statistics TEXT,
  survey INTEGER NOT NULL,
  inputs INTEGER NOT NULL,
  routes TEXT NOT NULL,
  terms TEXT NOT NULL,
  reason TEXT,
  activity TEXT,
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
-- Holds the columns that filters need, so that a scan reads no rows of the table.
CREATE INDEX facts_recent ON session_facts (
  workspace, started_at DESC, session_id, action, score, detected, country, browser, system, referrer, inputs
);
CREATE INDEX facts_saved ON session_facts (workspace, saved_at);
CREATE INDEX facts_device ON session_facts (workspace, device, started_at DESC, session_id) WHERE device IS NOT NULL;
CREATE INDEX facts_open ON session_facts (last_at) WHERE notified_complete = 0;
CREATE INDEX facts_pending ON session_facts (saved_at) WHERE notified_complete = 0 AND notified_action <> action;

CREATE TABLE session_pages (
  workspace TEXT NOT NULL,
  page TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  session_id BLOB NOT NULL,
  PRIMARY KEY (workspace, page, started_at DESC, session_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE session_counts (
  workspace TEXT NOT NULL,
  -- Length in hours.
  span INTEGER NOT NULL,
  dimension TEXT NOT NULL,
  -- Start of the span.
  at INTEGER NOT NULL,
  value TEXT NOT NULL,
  label TEXT NOT NULL,
  accept INTEGER NOT NULL,
  monitor INTEGER NOT NULL,
  review INTEGER NOT NULL,
  reject INTEGER NOT NULL,
  unknown INTEGER NOT NULL,
  PRIMARY KEY (workspace, span, dimension, at, value, label)
) STRICT, WITHOUT ROWID;

CREATE TABLE labels (
  workspace TEXT NOT NULL,
  session_id BLOB NOT NULL,
  started_at INTEGER NOT NULL,
  label TEXT NOT NULL,
  member_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  checksum INTEGER NOT NULL,
  note TEXT NOT NULL,
  PRIMARY KEY (workspace, session_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX labels_recent ON labels (workspace, at DESC, session_id);
CREATE INDEX labels_started ON labels (workspace, label, started_at DESC, session_id);

CREATE TABLE session_marks (
  session INTEGER PRIMARY KEY,
  -- Four bytes each.
  marks BLOB NOT NULL
) STRICT;
CREATE TABLE mark_index (
  mark INTEGER NOT NULL,
  session INTEGER NOT NULL,
  PRIMARY KEY (mark, session)
) STRICT, WITHOUT ROWID;

-- Answer numbers grow with time: the oldest answers with a hash are found first, and an unchanged answer keeps its
-- place.
CREATE TABLE analyses (
  no INTEGER PRIMARY KEY,
  bucket INTEGER NOT NULL,
  workspace TEXT NOT NULL,
  survey_id TEXT NOT NULL,
  participant_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version TEXT NOT NULL,
  analyzed_at INTEGER NOT NULL,
  flagged INTEGER NOT NULL,
  -- The computed verdict and its severity: the worst has the largest.
  rank INTEGER NOT NULL,
  device_id TEXT,
  request BLOB NOT NULL,
  result BLOB NOT NULL,
  -- The verdict of a reviewer.
  overridden BLOB,
  decision INTEGER,
  -- 0: a notification is pending.
  notified INTEGER NOT NULL DEFAULT 1,
  claimed_until INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX analyses_participant ON analyses (bucket, workspace, survey_id, participant_id);
CREATE UNIQUE INDEX analyses_id ON analyses (workspace, id);
CREATE INDEX analyses_device ON analyses (bucket, workspace, survey_id, device_id, no) WHERE device_id IS NOT NULL;
CREATE INDEX analyses_pending ON analyses (claimed_until) WHERE flagged = 1 AND notified = 0;
CREATE INDEX analyses_recent ON analyses (workspace, survey_id, analyzed_at DESC, participant_id, flagged);
CREATE INDEX analyses_worst ON analyses (workspace, survey_id, rank DESC, analyzed_at DESC, participant_id, decision);
CREATE INDEX analyses_by_participant ON analyses (workspace, participant_id, survey_id);
CREATE INDEX analyses_old ON analyses (workspace, analyzed_at);

CREATE TABLE answers (
  no INTEGER PRIMARY KEY,
  bucket INTEGER NOT NULL,
  workspace TEXT NOT NULL,
  survey_id TEXT NOT NULL,
  participant_id TEXT NOT NULL,
  question_id TEXT NOT NULL,
  added_at INTEGER NOT NULL,
  cluster INTEGER NOT NULL,
  index_hashes BLOB NOT NULL,
  sketch BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX answers_participant ON answers (bucket, workspace, survey_id, participant_id, question_id);
CREATE INDEX answers_cluster ON answers (bucket, workspace, survey_id, question_id, cluster, no);

CREATE TABLE index_hashes (
  bucket INTEGER NOT NULL,
  hash INTEGER NOT NULL,
  answer INTEGER NOT NULL,
  PRIMARY KEY (bucket, hash, answer)
) STRICT, WITHOUT ROWID;
`
