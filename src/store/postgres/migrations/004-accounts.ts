export const accounts = `
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
`
