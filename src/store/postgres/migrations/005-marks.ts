/** Marks of how sessions moved, by which a replay finds the session it repeats. `bucket` is the mark's, so that one is found in one place. */
export const marks = `
CREATE TABLE session_marks (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  mark bigint NOT NULL,
  session_id bytea NOT NULL,
  started_at bigint NOT NULL,
  PRIMARY KEY (bucket, workspace, mark, session_id)
);
CREATE INDEX session_marks_session ON session_marks (workspace, session_id);
`
