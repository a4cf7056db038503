/**
 * Rate limits that all nodes share. A subject is a keyed hash: no address and no session can be derived from it.
 * `rates` is unlogged: nodes report to it every second, and after a crash every bucket starts full.
 */
export const rates = `
CREATE UNLOGGED TABLE rates (
  subject bigint PRIMARY KEY,
  full_at double precision NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE login_tries (
  subject bigint PRIMARY KEY,
  count bigint NOT NULL,
  since bigint NOT NULL
);
`
