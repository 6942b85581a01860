-- The marketplace built into the portal, for trying out: what was sold there and what it has to say about it.
CREATE TABLE emulated_subscriptions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  plan_id text NOT NULL,
  quantity integer NOT NULL,
  status text NOT NULL DEFAULT 'PendingFulfillmentStart',
  organisation text NOT NULL,
  tenant_id uuid NOT NULL,
  email text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  modified_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX emulated_subscriptions_in_order ON emulated_subscriptions (created_at, id);

CREATE TABLE emulated_landing_tokens (
  token_sha256 bytea PRIMARY KEY,
  subscription_id uuid NOT NULL REFERENCES emulated_subscriptions ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);

CREATE TABLE emulated_operations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  subscription_id uuid NOT NULL REFERENCES emulated_subscriptions ON DELETE CASCADE,
  action text NOT NULL,
  plan_id text NOT NULL,
  quantity integer NOT NULL,
  status text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When its webhook is sent next; null once there is nothing more to say.
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz DEFAULT now()
);
CREATE INDEX emulated_operations_of_subscription ON emulated_operations (subscription_id, created_at);
CREATE INDEX emulated_operations_to_send ON emulated_operations (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
-- One change at a time, as at the real one.
CREATE UNIQUE INDEX emulated_operations_one_open ON emulated_operations (subscription_id) WHERE status = 'InProgress';

CREATE TABLE emulated_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operation_id uuid NOT NULL REFERENCES emulated_operations ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Null if there was no answer.
  status integer
);
CREATE INDEX emulated_deliveries_of_operation ON emulated_deliveries (operation_id, id);
