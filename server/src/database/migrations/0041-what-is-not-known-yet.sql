-- How many stories that may look different were left out of the comparison; null if that is not known, because a version does
-- not list all of its stories. A version does not pass a required review then.
ALTER TABLE picture_jobs ADD COLUMN left_out integer DEFAULT 0;

-- Set while versions of a storybook may have another baseline than the one they were compared with, because its main branch
-- has changed or versions came back. They are looked through in the background. A new value each time.
ALTER TABLE storybooks ADD COLUMN outdated_baselines text;
CREATE INDEX storybooks_outdated_baselines ON storybooks (id) WHERE outdated_baselines IS NOT NULL;
