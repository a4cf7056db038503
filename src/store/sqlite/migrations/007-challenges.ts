export const challenges = `
CREATE TABLE challenge_votes (
  week INTEGER NOT NULL,
  class TEXT NOT NULL,
  seed INTEGER NOT NULL,
  trusted_by TEXT NOT NULL,
  kind TEXT NOT NULL,
  voter INTEGER NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (week, class, seed, trusted_by, kind, voter)
) STRICT, WITHOUT ROWID;
`
