export const stepUps = `
CREATE TABLE step_ups (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  session_id bytea NOT NULL,
  task text NOT NULL,
  tasks bigint NOT NULL,
  asked_at bigint NOT NULL,
  answered_at bigint,
  result text,
  reason text,
  checksum bigint NOT NULL,
  PRIMARY KEY (bucket, workspace, session_id)
);
`
