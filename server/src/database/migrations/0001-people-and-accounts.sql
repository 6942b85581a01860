-- A person, identified by tenant and object id alone; name and e-mail are for display.
CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id uuid NOT NULL,
  object_id uuid NOT NULL,
  display_name text NOT NULL,
  email text NOT NULL,
  last_login_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, object_id)
);

CREATE TABLE accounts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id text NOT NULL UNIQUE,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  microsoft_tenant_id uuid,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE memberships (
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users,
  role text NOT NULL CHECK (role IN ('Owner', 'User')),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'disabled')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, user_id)
);
CREATE INDEX memberships_of_user ON memberships (user_id);

CREATE TABLE storybooks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id text NOT NULL UNIQUE,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 200),
  description text,
  version_count integer NOT NULL DEFAULT 0,
  last_updated_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX storybooks_of_account ON storybooks (account_id, title);

-- Secrets the portal makes for itself, such as the embedded provider's signing key.
CREATE TABLE generated_secrets (
  name text PRIMARY KEY,
  value jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- The embedded identity provider: who can sign in, and its grants, sessions and tokens.
CREATE TABLE identity_people (
  object_id uuid PRIMARY KEY,
  tenant_id uuid NOT NULL,
  organisation text NOT NULL,
  display_name text NOT NULL,
  email text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE identity_records (
  model text NOT NULL,
  id text NOT NULL,
  payload jsonb NOT NULL,
  grant_id text,
  uid text,
  consumed_at timestamptz,
  expires_at timestamptz,
  PRIMARY KEY (model, id)
);
CREATE INDEX identity_records_of_grant ON identity_records (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX identity_records_by_uid ON identity_records (uid) WHERE uid IS NOT NULL;
CREATE INDEX identity_records_by_expiry ON identity_records (expires_at);
