-- The permission for the pages of one origin to show storybooks of an account:
--   addresses    under addresses that an API key or a member has asked for,
--   allowedPage  to a person who has allowed it, in the browsers in which they did,
--   viewer       the same for a published Storybook that a person looks at in the portal.
CREATE TABLE compositions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  kind text NOT NULL,
  origin text NOT NULL,
  api_key_id bigint REFERENCES api_keys ON DELETE CASCADE,
  user_id bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- Whoever leaves the account takes their compositions along.
  FOREIGN KEY (account_id, user_id) REFERENCES memberships ON DELETE CASCADE,
  CHECK ((api_key_id IS NULL) <> (user_id IS NULL)),
  CHECK (api_key_id IS NULL OR kind = 'addresses')
);
CREATE INDEX compositions_of_account ON compositions (account_id, id DESC) WHERE kind = 'addresses';
CREATE INDEX compositions_of_api_key ON compositions (api_key_id);
CREATE UNIQUE INDEX compositions_of_person ON compositions (user_id, account_id, origin, kind)
  WHERE kind <> 'addresses';
CREATE INDEX compositions_of_membership ON compositions (account_id, user_id);
CREATE INDEX compositions_by_expiry ON compositions (expires_at);

-- The storybooks that addresses were given for.
CREATE TABLE composition_storybooks (
  composition_id bigint NOT NULL REFERENCES compositions ON DELETE CASCADE,
  storybook_id bigint NOT NULL REFERENCES storybooks ON DELETE CASCADE,
  PRIMARY KEY (composition_id, storybook_id)
);
CREATE INDEX composition_storybooks_of_storybook ON composition_storybooks (storybook_id);

-- The browsers in which a page was allowed. Only the hash of what identifies one is kept.
CREATE TABLE composition_devices (
  device_sha256 bytea NOT NULL,
  composition_id bigint NOT NULL REFERENCES compositions ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (device_sha256, composition_id)
);
CREATE INDEX composition_devices_of_composition ON composition_devices (composition_id);
CREATE INDEX composition_devices_by_expiry ON composition_devices (expires_at);
