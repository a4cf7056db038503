/** What the service knows about the time, so that a wrong clock erases nothing. One row. */
export const clock = `
CREATE TABLE clock (
  one smallint PRIMARY KEY,
  newest bigint NOT NULL,
  shown bigint NOT NULL,
  steady_ms bigint NOT NULL,
  doubtful_since bigint,
  gaps text NOT NULL,
  retained_at bigint NOT NULL,
  held text NOT NULL,
  confirmed text NOT NULL,
  -- Of the row, so that a writer notices others.
  revision bigint NOT NULL DEFAULT 0
);
`
