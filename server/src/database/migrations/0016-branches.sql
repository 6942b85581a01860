-- The branch whose newest version is the storybook's newest. Without one, it is the newest of all.
ALTER TABLE storybooks ADD COLUMN main_branch text;
-- Storybooks of one folder are listed together.
ALTER TABLE storybooks ADD COLUMN folder text;

-- A name such as v2.3.0, and a mark; retention keeps versions that have either.
ALTER TABLE versions ADD COLUMN release text;
ALTER TABLE versions ADD COLUMN is_pinned boolean NOT NULL DEFAULT false;

-- Nobody names two versions at once: the storybook is locked for it.
CREATE INDEX versions_release ON versions (storybook_id, release)
  WHERE release IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX versions_of_branch ON versions (storybook_id, branch, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX versions_of_commit ON versions (storybook_id, commit_id text_pattern_ops)
  WHERE commit_id IS NOT NULL AND deleted_at IS NULL;
