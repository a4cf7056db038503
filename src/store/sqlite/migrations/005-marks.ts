/** Marks of how sessions moved, by which a replay finds the session it repeats. Derived from batches, like a report. */
export const marks = `
CREATE TABLE session_marks (
  workspace TEXT NOT NULL,
  mark INTEGER NOT NULL,
  session_id BLOB NOT NULL,
  started_at INTEGER NOT NULL,
  PRIMARY KEY (workspace, mark, session_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX session_marks_session ON session_marks (workspace, session_id);
`
