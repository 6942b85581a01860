-- Whether Viewers, and API keys that can only read, get addresses for composing Storybooks, which work for whoever has them.
-- Since this release, `allows_share_links` is about those addresses too.
ALTER TABLE accounts ADD COLUMN viewers_may_compose boolean NOT NULL DEFAULT false;
