export const references = `
CREATE TABLE question_references (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  survey_id text COLLATE "C" NOT NULL,
  question_id text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  changed_at bigint NOT NULL,
  value text NOT NULL,
  checksum bigint NOT NULL,
  PRIMARY KEY (bucket, workspace, survey_id, question_id)
);
`
