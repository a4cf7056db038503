/** Surveys that are analyzed again by themselves, once no more answers arrive. */
export const settledSurveys = `
ALTER TABLE surveys ADD COLUMN settle_due bigint;
-- The time and the revision at the start of the last such analysis.
ALTER TABLE surveys ADD COLUMN settled_at bigint;
ALTER TABLE surveys ADD COLUMN settled_revision bigint;
-- Whether the analysis that is to be done is one of them.
ALTER TABLE surveys ADD COLUMN again_settles smallint NOT NULL DEFAULT 0;
`

export const SETTLE_INDEX = {
  name: 'surveys_settle',
  on: 'surveys (settle_due) WHERE settle_due IS NOT NULL',
} as const
