/** Rows live for two minutes. */
export const usedResults = `
CREATE TABLE used_results (
  workspace text COLLATE "C" NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  result_id text COLLATE "C" NOT NULL,
  idempotency_key text COLLATE "C",
  used_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (workspace, session_id, result_id)
);
CREATE INDEX used_results_expired ON used_results (expires_at);
`
