export const keys = `
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
`
