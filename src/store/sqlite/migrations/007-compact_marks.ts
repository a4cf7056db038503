/**
 * Marks by numbers instead of names. There are dozens for every session, and workspace, session and start stood in each
 * of them twice, once for its index: more bytes than the events they were made of.
 */
export const compactMarks = `
CREATE TABLE marked_workspaces (
  no INTEGER PRIMARY KEY,
  workspace TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO marked_workspaces (workspace) SELECT DISTINCT workspace FROM session_marks;
CREATE TABLE numbered_marks (
  workspace INTEGER NOT NULL,
  mark INTEGER NOT NULL,
  session INTEGER NOT NULL,
  PRIMARY KEY (workspace, mark, session)
) STRICT, WITHOUT ROWID;
INSERT INTO numbered_marks (workspace, mark, session)
  SELECT w.no, m.mark, s.no FROM session_marks m
  JOIN marked_workspaces w ON w.workspace = m.workspace
  JOIN sessions s ON s.workspace = m.workspace AND s.session_id = m.session_id;
DROP TABLE session_marks;
ALTER TABLE numbered_marks RENAME TO session_marks;
CREATE INDEX session_marks_session ON session_marks (session);
`
