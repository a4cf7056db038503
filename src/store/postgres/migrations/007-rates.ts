/**
 * What nodes tell each other of rates. A subject is a keyed hash: no address and no session can be read from it.
 * `rates` is not written to the log: it is told anew every second, and after a crash everyone begins with full buckets.
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
