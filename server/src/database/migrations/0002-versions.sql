-- Deleted things stay until their bytes are swept.
ALTER TABLE storybooks ADD COLUMN deleted_at timestamptz;

CREATE TABLE versions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id text NOT NULL UNIQUE,
  storybook_id bigint NOT NULL REFERENCES storybooks ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  created_by_user_id bigint REFERENCES users ON DELETE SET NULL,
  message text,
  branch text,
  commit_id text,
  build_url text,
  zip_sha256 bytea NOT NULL,
  zip_bytes bigint NOT NULL,
  unpacked_bytes bigint NOT NULL,
  file_count integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('storybook', 'site')),
  story_count integer,
  component_count integer,
  storybook_version text,
  framework text,
  deleted_at timestamptz
);
CREATE INDEX versions_newest_first ON versions (storybook_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX versions_deleted ON versions (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX storybooks_deleted ON storybooks (deleted_at) WHERE deleted_at IS NOT NULL;

-- Where each file of a version's zip is; read when the version is first looked at.
CREATE TABLE archive_indexes (
  version_id bigint PRIMARY KEY REFERENCES versions ON DELETE CASCADE,
  index bytea NOT NULL
);

-- The first answer to an upload, repeated to whoever sends the same key again.
CREATE TABLE publish_answers (
  storybook_id bigint NOT NULL REFERENCES storybooks ON DELETE CASCADE,
  idempotency_key text NOT NULL,
  answer jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (storybook_id, idempotency_key)
);

-- A ticket opens a viewer session once.
CREATE TABLE used_viewer_tickets (
  id text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
