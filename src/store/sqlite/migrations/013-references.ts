export const references = `
CREATE TABLE question_references (
  workspace TEXT NOT NULL,
  survey_id TEXT NOT NULL,
  question_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  value TEXT NOT NULL,
  checksum INTEGER NOT NULL,
  PRIMARY KEY (workspace, survey_id, question_id)
) STRICT;
`
