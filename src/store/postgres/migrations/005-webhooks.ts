export const webhooks = `
CREATE TABLE webhooks (
  workspace text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  url text NOT NULL,
  events text NOT NULL,
  secret text NOT NULL,
  old_secret text,
  old_until bigint,
  enabled bigint NOT NULL,
  disabled_reason text,
  created_at bigint NOT NULL,
  checksum bigint NOT NULL,
  PRIMARY KEY (workspace, id)
);

CREATE TABLE deliveries (
  bucket smallint NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  webhook_id text COLLATE "C" NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  subject text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  state text NOT NULL,
  next_at bigint,
  claimed_until bigint NOT NULL DEFAULT 0,
  tries text NOT NULL,
  body bytea NOT NULL,
  PRIMARY KEY (bucket, workspace, id)
);
CREATE INDEX deliveries_due ON deliveries (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX deliveries_recent ON deliveries (workspace, webhook_id, created_at DESC, id);
CREATE INDEX deliveries_subject ON deliveries (workspace, subject);
CREATE INDEX deliveries_old ON deliveries (created_at) WHERE next_at IS NULL;
`
