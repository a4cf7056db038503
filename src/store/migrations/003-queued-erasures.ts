/** Erasures that wait until the files with the participant have been analyzed. */
export const queuedErasures = `
CREATE TABLE queued_erasures (
  workspace text COLLATE "C" NOT NULL,
  participant_id text COLLATE "C" NOT NULL,
  -- Empty: all surveys.
  survey_id text COLLATE "C" NOT NULL,
  uploads text NOT NULL,
  actor text NOT NULL,
  PRIMARY KEY (workspace, participant_id, survey_id)
);
`
