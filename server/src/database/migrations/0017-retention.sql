-- Who put it into the trash, as the audit log calls them, or the rule that did. Nothing if it was deleted before.
ALTER TABLE versions ADD COLUMN deleted_by text;
ALTER TABLE versions ADD COLUMN deleted_by_rule jsonb;
ALTER TABLE storybooks ADD COLUMN deleted_by text;

-- Out of the trash for good. Set before the archives are removed, so that nobody restores a version without its archive.
ALTER TABLE versions ADD COLUMN purged_at timestamptz;
ALTER TABLE storybooks ADD COLUMN purged_at timestamptz;

CREATE INDEX versions_in_trash ON versions (storybook_id, deleted_at) INCLUDE (id, zip_bytes)
  WHERE deleted_at IS NOT NULL AND purged_at IS NULL;
CREATE INDEX versions_purged ON versions (id) WHERE purged_at IS NOT NULL;

-- Which versions are removed by themselves. An account without a row keeps everything …
CREATE TABLE retention_rules (
  account_id bigint PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  keep_newest integer CHECK (keep_newest >= 1),
  inactive_days integer CHECK (inactive_days >= 1),
  CHECK (keep_newest IS NOT NULL OR inactive_days IS NOT NULL)
);

-- … and so does a storybook whose exception has no condition.
CREATE TABLE retention_exceptions (
  storybook_id bigint PRIMARY KEY REFERENCES storybooks ON DELETE CASCADE,
  keep_newest integer CHECK (keep_newest >= 1),
  inactive_days integer CHECK (inactive_days >= 1)
);
