export const webhooks = `
CREATE TABLE webhooks (
  workspace TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  events TEXT NOT NULL,
  secret TEXT NOT NULL,
  old_secret TEXT,
  old_until INTEGER,
  enabled INTEGER NOT NULL,
  disabled_reason TEXT,
  created_at INTEGER NOT NULL,
  checksum INTEGER NOT NULL,
  PRIMARY KEY (workspace, id)
) STRICT;

CREATE TABLE deliveries (
  workspace TEXT NOT NULL,
  id TEXT NOT NULL,
  webhook_id TEXT NOT NULL,
  event_id TEXT NOT NULL,
  type TEXT NOT NULL,
  subject TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  state TEXT NOT NULL,
  next_at INTEGER,
  claimed_until INTEGER NOT NULL DEFAULT 0,
  tries TEXT NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (workspace, id)
) STRICT;
CREATE INDEX deliveries_due ON deliveries (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX deliveries_recent ON deliveries (workspace, webhook_id, created_at DESC, id);
CREATE INDEX deliveries_subject ON deliveries (workspace, subject);
CREATE INDEX deliveries_old ON deliveries (created_at) WHERE next_at IS NULL;
`
