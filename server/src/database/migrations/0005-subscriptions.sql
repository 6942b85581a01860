-- A purchase at the marketplace, as it was when we last asked. It outlives its account: an id is set up only once.
CREATE TABLE subscriptions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  external_id text NOT NULL UNIQUE,
  account_id bigint REFERENCES accounts ON DELETE SET NULL,
  name text NOT NULL,
  offer_id text NOT NULL,
  plan_id text NOT NULL,
  quantity integer,
  status text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Counts the times it was brought up to date: who asked the marketplace before somebody else wrote asks again.
  revision integer NOT NULL DEFAULT 0
);
CREATE INDEX subscriptions_of_account ON subscriptions (account_id);

-- What the marketplace told us, once per operation however often it tells.
CREATE TABLE marketplace_operations (
  id text PRIMARY KEY,
  subscription_external_id text NOT NULL,
  action text NOT NULL,
  payload jsonb NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  -- Set in the transaction that has the effect; until then it is tried again.
  settled_at timestamptz
);
CREATE INDEX marketplace_operations_of_subscription ON marketplace_operations (subscription_external_id, received_at);
CREATE INDEX marketplace_operations_open ON marketplace_operations (received_at) WHERE settled_at IS NULL;
