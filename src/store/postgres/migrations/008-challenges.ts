/** At most 64 votes for a seed and a class of browsers. No address can be derived from a voter's number. */
export const challenges = `
CREATE TABLE challenge_votes (
  week bigint NOT NULL,
  class text COLLATE "C" NOT NULL,
  seed smallint NOT NULL,
  voter smallint NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (week, class, seed, voter)
);
`
