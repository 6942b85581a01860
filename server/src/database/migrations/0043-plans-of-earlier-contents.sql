-- The format of the contents that a job was planned from; 0 if that is not known. A later format may show more changes, so
-- what was planned from an earlier one is planned again.
ALTER TABLE picture_jobs ADD COLUMN contents_format smallint NOT NULL DEFAULT 0;

-- How a story looks in some versions, without all others of these versions.
CREATE INDEX story_comparisons_of_story ON story_comparisons (version_id, story_id);
DROP INDEX story_comparisons_of_version;
