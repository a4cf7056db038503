import { tables } from '../../migrations/001-tables.ts'

/** Once this is released, further steps change it. */
export const schema = `${tables}
ALTER TABLE later_analyses ALTER COLUMN result SET STORAGE EXTERNAL;

-- bucket, workspace and an id lead the primary key of every table that grows, so that Citus can distribute the tables
-- by bucket. List indexes contain only the start time of a session: it never changes, so an append moves no index
-- entry. session_facts repeats parts of the report in a narrow row for lists. session_pages lists sessions by page,
-- and session_counts counts them by their properties. session_marks finds the session a replay repeats.
-- The columns that every append changes are last: the log of an update leaves out the equal beginning of a row.
CREATE TABLE sessions (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  session_id bytea NOT NULL,
  site_key_id text NOT NULL,
  tab_secret bytea NOT NULL,
  ip text,
  user_id text COLLATE "C",
  tags text NOT NULL,
  started_at bigint NOT NULL,
  due bigint,
  claimed_until bigint NOT NULL DEFAULT 0,
  tampered integer NOT NULL,
  overflow integer NOT NULL,
  user_at bigint NOT NULL,
  tags_at bigint NOT NULL,
  last_at bigint NOT NULL,
  revision integer NOT NULL,
  batch_count integer NOT NULL,
  row_count integer NOT NULL,
  byte_count integer NOT NULL,
  checksum bigint NOT NULL,
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
  sealed bytea NOT NULL,
  PRIMARY KEY (bucket, workspace, session_id)
);
ALTER TABLE reports ALTER COLUMN sealed SET STORAGE EXTERNAL;

CREATE TABLE session_facts (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  session_id bytea NOT NULL,
  started_at bigint NOT NULL,
  last_at bigint NOT NULL,
  score integer NOT NULL,
  action text NOT NULL,
  detected integer NOT NULL,
  unknown integer NOT NULL,
  proven integer NOT NULL,
  confirmed integer NOT NULL,
  strengths text NOT NULL,
  harmless text NOT NULL,
  missing integer NOT NULL,
  country text,
  browser text COLLATE "C",
  system text,
  referrer text,
  device text COLLATE "C",
  rhythm text,
  mouse_path text,
  typing_statistics text,
  survey integer NOT NULL,
  inputs integer NOT NULL,
  routes text NOT NULL,
  terms text NOT NULL,
  reason text,
  activity text,
  duration_ms bigint NOT NULL,
  saved_at bigint NOT NULL,
  facts_checksum bigint NOT NULL,
  notified_action text NOT NULL DEFAULT 'Unknown',
  notified_complete integer NOT NULL DEFAULT 0,
  notified_clusters text,
  claimed_until bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (bucket, workspace, session_id)
);
-- Holds the columns that filters need, so that a scan reads no rows of the table.
CREATE INDEX facts_recent ON session_facts (workspace, started_at DESC, session_id)
  INCLUDE (bucket, action, score, detected, country, browser, system, referrer, inputs);
CREATE INDEX facts_score ON session_facts (workspace, score DESC, started_at DESC, session_id);
CREATE INDEX facts_saved ON session_facts (workspace, saved_at);
CREATE INDEX facts_device ON session_facts (workspace, device, started_at DESC, session_id) WHERE device IS NOT NULL;
CREATE INDEX facts_open ON session_facts (last_at) WHERE notified_complete = 0;
CREATE INDEX facts_pending ON session_facts (saved_at) WHERE notified_complete = 0 AND notified_action <> action;

CREATE TABLE session_pages (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  session_id bytea NOT NULL,
  page text COLLATE "C" NOT NULL,
  started_at bigint NOT NULL,
  PRIMARY KEY (bucket, workspace, session_id, page)
);
CREATE INDEX session_pages_recent ON session_pages (workspace, page, started_at DESC, session_id);

-- bucket is derived from the workspace, so that one shard of a cluster answers. Every report of a workspace locks its
-- counters, so each counter has a few parts; a sum reads them all.
CREATE TABLE session_counts (
  bucket smallint NOT NULL,
  -- Length in hours.
  span smallint NOT NULL,
  -- Start of the span, in hours since 1970.
  hour integer NOT NULL,
  accept integer NOT NULL,
  monitor integer NOT NULL,
  review integer NOT NULL,
  reject integer NOT NULL,
  unknown integer NOT NULL,
  part smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  dimension text COLLATE "C" NOT NULL,
  value text COLLATE "C" NOT NULL,
  label text COLLATE "C" NOT NULL,
  PRIMARY KEY (bucket, workspace, span, dimension, hour, value, label, part)
) WITH (fillfactor = 80);

CREATE TABLE labels (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  session_id bytea NOT NULL,
  started_at bigint NOT NULL,
  label text COLLATE "C" NOT NULL,
  member_id text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  checksum bigint NOT NULL,
  note text NOT NULL,
  PRIMARY KEY (bucket, workspace, session_id)
);
CREATE INDEX labels_recent ON labels (workspace, at DESC, session_id);
CREATE INDEX labels_started ON labels (workspace, label, started_at DESC, session_id);

CREATE TABLE session_marks (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  session_id bytea NOT NULL,
  marks integer[] NOT NULL,
  PRIMARY KEY (bucket, workspace, session_id)
);
-- With fastupdate, every search would also scan a list of pending entries.
CREATE INDEX session_marks_marks ON session_marks USING gin (marks) WITH (fastupdate = off);

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
  -- The computed verdict and its severity: the worst has the largest.
  rank smallint NOT NULL,
  device_id text COLLATE "C",
  request bytea NOT NULL,
  result bytea NOT NULL,
  -- The verdict of a reviewer.
  overridden bytea,
  decision smallint,
  -- 0: a notification is pending.
  notified smallint NOT NULL DEFAULT 1,
  claimed_until bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (bucket, workspace, survey_id, participant_id)
);
ALTER TABLE analyses ALTER COLUMN request SET STORAGE EXTERNAL;
ALTER TABLE analyses ALTER COLUMN result SET STORAGE EXTERNAL;
CREATE INDEX analyses_id ON analyses (workspace, id);
CREATE INDEX analyses_device ON analyses (bucket, workspace, survey_id, device_id, no) WHERE device_id IS NOT NULL;
CREATE INDEX analyses_pending ON analyses (claimed_until) WHERE flagged = 1 AND notified = 0;
CREATE INDEX analyses_recent ON analyses (workspace, survey_id, analyzed_at DESC, participant_id, flagged);
CREATE INDEX analyses_worst ON analyses (workspace, survey_id, rank DESC, analyzed_at DESC, participant_id, decision);
CREATE INDEX analyses_by_participant ON analyses (workspace, participant_id, survey_id);
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
  index_hashes bytea NOT NULL,
  sketch bytea NOT NULL,
  PRIMARY KEY (bucket, workspace, no)
);
CREATE UNIQUE INDEX answers_participant ON answers (bucket, workspace, survey_id, participant_id, question_id);
CREATE INDEX answers_cluster ON answers (bucket, workspace, survey_id, question_id, cluster, no);

CREATE TABLE index_hashes (
  bucket smallint NOT NULL,
  hash bigint NOT NULL,
  answer bigint NOT NULL,
  PRIMARY KEY (bucket, hash, answer)
);

-- Rate limits that all nodes share. A subject is a keyed hash: no address and no session can be derived from it.
-- rates is unlogged: nodes report to it every second, and after a crash every bucket starts full.
CREATE UNLOGGED TABLE rates (
  subject bigint PRIMARY KEY,
  full_at double precision NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE tries (
  subject bigint PRIMARY KEY,
  count bigint NOT NULL,
  ends_at bigint NOT NULL
);
CREATE INDEX tries_ended ON tries (ends_at);
`
