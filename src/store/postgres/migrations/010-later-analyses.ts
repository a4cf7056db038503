/** `again`: 0 pending, 1 done, otherwise claimed until then. */
export const laterAnalyses = `
CREATE TABLE IF NOT EXISTS later_analyses (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  survey_id text COLLATE "C" NOT NULL,
  participant_id text COLLATE "C" NOT NULL,
  analyzed_at bigint NOT NULL,
  flagged smallint NOT NULL,
  result bytea NOT NULL,
  -- 0: pending, 1: notified, otherwise: claimed until then.
  notified bigint NOT NULL DEFAULT 1,
  PRIMARY KEY (bucket, workspace, survey_id, participant_id, analyzed_at)
);
ALTER TABLE later_analyses ALTER COLUMN result SET STORAGE EXTERNAL;

ALTER TABLE surveys ADD COLUMN IF NOT EXISTS again_at bigint;
ALTER TABLE surveys ADD COLUMN IF NOT EXISTS again bigint NOT NULL DEFAULT 1;
`
