export const accounts = `
CREATE TABLE members (
  id text COLLATE "C" PRIMARY KEY,
  email text COLLATE "C" NOT NULL UNIQUE,
  password text NOT NULL,
  created_at bigint NOT NULL,
  checksum bigint NOT NULL
);

CREATE TABLE memberships (
  member_id text COLLATE "C" NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  role text NOT NULL,
  checksum bigint NOT NULL,
  PRIMARY KEY (member_id, workspace)
);

CREATE TABLE links (
  hash bytea PRIMARY KEY,
  workspace text COLLATE "C" NOT NULL,
  role text NOT NULL,
  expires_at bigint NOT NULL,
  checksum bigint NOT NULL
);

CREATE TABLE logins (
  hash bytea PRIMARY KEY,
  member_id text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  last_seen_at bigint NOT NULL,
  checksum bigint NOT NULL
);
CREATE INDEX logins_member ON logins (member_id);
`
