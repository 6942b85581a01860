-- These listed the roles of the first release. The contract validates roles.
ALTER TABLE memberships DROP CONSTRAINT memberships_role_check;
ALTER TABLE invitations DROP CONSTRAINT invitations_role_check;

-- What a key may do. Keys of earlier releases publish to all storybooks.
ALTER TABLE api_keys ADD COLUMN scope text NOT NULL DEFAULT 'publishAll';

-- The storybooks that a key with the scope `publishChosen` may publish to.
CREATE TABLE api_key_storybooks (
  api_key_id bigint NOT NULL REFERENCES api_keys ON DELETE CASCADE,
  storybook_id bigint NOT NULL REFERENCES storybooks ON DELETE CASCADE,
  PRIMARY KEY (api_key_id, storybook_id)
);
CREATE INDEX api_key_storybooks_of_storybook ON api_key_storybooks (storybook_id);

-- Whether members may create share links, and guests may open them.
ALTER TABLE accounts ADD COLUMN allows_share_links boolean NOT NULL DEFAULT false;

-- Opens one version, or the newest of a branch, for whoever has the secret. Only the hash of a secret is kept. Revoked
-- links are deleted; expired ones when the next link of their storybook is created.
CREATE TABLE share_links (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  storybook_id bigint NOT NULL REFERENCES storybooks ON DELETE CASCADE,
  version_id bigint REFERENCES versions ON DELETE CASCADE,
  branch text,
  secret_sha256 bytea NOT NULL UNIQUE,
  note text,
  created_by_user_id bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  opened_count integer NOT NULL DEFAULT 0,
  last_opened_at timestamptz,
  CHECK ((version_id IS NULL) <> (branch IS NULL))
);
CREATE INDEX share_links_of_storybook ON share_links (storybook_id, id DESC);
CREATE INDEX share_links_of_version ON share_links (version_id);
