/** `revision`: of the row, so that a writer notices others. `claims`: since the last progress of an upload. */
export const revisions = `
ALTER TABLE workspaces ADD COLUMN revision bigint NOT NULL DEFAULT 0;
ALTER TABLE webhooks ADD COLUMN revision bigint NOT NULL DEFAULT 0;
ALTER TABLE uploads ADD COLUMN claims bigint NOT NULL DEFAULT 0;
`
