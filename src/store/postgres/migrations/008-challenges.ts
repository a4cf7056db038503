/** At most 64 votes of each kind for a seed and a class of browsers. No address or account can be derived from a voter. */
export const challenges = `
CREATE TABLE challenge_votes (
  week bigint NOT NULL,
  class text COLLATE "C" NOT NULL,
  seed smallint NOT NULL,
  trusted_by text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  voter smallint NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (week, class, seed, trusted_by, kind, voter)
);
`
