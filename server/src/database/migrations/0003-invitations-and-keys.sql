-- How a member is shown in one account; the person's own name and e-mail stay theirs.
ALTER TABLE memberships ADD COLUMN display_name text;
ALTER TABLE memberships ADD COLUMN email text;

-- Only the hash of a code is kept: whoever reads this table cannot redeem anything.
CREATE TABLE invitations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  email text NOT NULL,
  display_name text NOT NULL,
  role text NOT NULL DEFAULT 'User' CHECK (role IN ('Owner', 'User')),
  code_sha256 bytea NOT NULL UNIQUE,
  code_preview text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  used_by_user_id bigint REFERENCES users ON DELETE SET NULL,
  deleted_at timestamptz
);
CREATE INDEX invitations_of_account ON invitations (account_id, created_at DESC) WHERE deleted_at IS NULL;

-- Only the hash of a key is kept.
CREATE TABLE api_keys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name text NOT NULL,
  key_sha256 bytea NOT NULL UNIQUE,
  key_preview text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX api_keys_of_account ON api_keys (account_id, created_at DESC);

-- The name of the key a version was published with; kept when the key is deleted.
ALTER TABLE versions ADD COLUMN created_by_key_name text;
