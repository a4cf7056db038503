export const laterAnalyses = `
CREATE TABLE later_analyses (
  workspace TEXT NOT NULL,
  survey_id TEXT NOT NULL,
  participant_id TEXT NOT NULL,
  analyzed_at INTEGER NOT NULL,
  flagged INTEGER NOT NULL,
  result BLOB NOT NULL,
  -- 0: pending, 1: notified, otherwise: claimed until then.
  notified INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (workspace, survey_id, participant_id, analyzed_at)
) STRICT;
CREATE INDEX later_analyses_pending ON later_analyses (notified) WHERE notified <> 1;

-- When the survey was last requested to be analyzed again, and whether it was. 0: pending, 1: done, otherwise: claimed until then.
ALTER TABLE surveys ADD COLUMN again_at INTEGER;
ALTER TABLE surveys ADD COLUMN again INTEGER NOT NULL DEFAULT 1;
CREATE INDEX surveys_again ON surveys (again) WHERE again <> 1;
`
