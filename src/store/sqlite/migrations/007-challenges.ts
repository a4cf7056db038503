export const challenges = `
CREATE TABLE challenge_votes (
  week INTEGER NOT NULL,
  class TEXT NOT NULL,
  seed INTEGER NOT NULL,
  voter INTEGER NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (week, class, seed, voter)
) STRICT, WITHOUT ROWID;
`
