-- Where an account wants to be told about its changes.
CREATE TABLE webhooks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name text NOT NULL,
  url text NOT NULL,
  format text NOT NULL,
  events text[] NOT NULL,
  -- Not a hash: everything that is sent is signed with it.
  secret text NOT NULL,
  -- The one before, which signs too until then.
  previous_secret text,
  previous_secret_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  failing_since timestamptz,
  paused_at timestamptz,
  pause_reason text CHECK (pause_reason IN ('owner', 'failing', 'gone')),
  dropped_count integer NOT NULL DEFAULT 0,
  -- From when on an instance may claim it. The one that claims it moves this ahead of its work, so that another one
  -- takes over if it ends.
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  -- Counts the claims: an instance goes on only while the number is its own.
  claim bigint NOT NULL DEFAULT 0
);
CREATE INDEX webhooks_of_account ON webhooks (account_id);
CREATE INDEX webhooks_to_serve ON webhooks (next_attempt_at) WHERE paused_at IS NULL;

-- What happened, written in the transaction that made the change, if the account has a webhook for it.
CREATE TABLE webhook_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id text NOT NULL UNIQUE,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  type text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX webhook_events_of_account ON webhook_events (account_id);

-- One event on its way to one webhook, with the outcome of the last attempt.
CREATE TABLE webhook_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook_id bigint NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  event_id bigint NOT NULL REFERENCES webhook_events ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  attempted_at timestamptz,
  status integer,
  failure text,
  duration_ms integer,
  response text
);
CREATE INDEX webhook_deliveries_of_webhook ON webhook_deliveries (webhook_id, id);
CREATE INDEX webhook_deliveries_of_event ON webhook_deliveries (event_id);
-- In the order of sending: one that has been attempted stays the first.
CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (webhook_id, (attempts = 0), id) WHERE state = 'pending';
