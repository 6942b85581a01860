-- What a decision was made against, so that it does not count once a story or version is compared with something else.
-- Of the picture before; null if there was none.
ALTER TABLE story_reviews ADD COLUMN before_sha256 bytea;
-- Of the version that it was compared with; null if there was none. No foreign key: ids are not used again.
ALTER TABLE version_reviews ADD COLUMN baseline_id bigint;
