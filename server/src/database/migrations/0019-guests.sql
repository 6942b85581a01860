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
