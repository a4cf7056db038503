/**
 * `bucket`, `workspace` and an id lead the primary key of every table that grows, so that the tables can be spread over
 * machines by `bucket` without a change. Keys and workspaces are few and belong on every machine.
 * Only the start time of a session is in its list indexes: it never changes, so an append moves no index entry.
 */
export const tables = `
CREATE TABLE workspaces (
  id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  created_at bigint NOT NULL,
  settings text NOT NULL,
  checksum bigint NOT NULL
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
`
