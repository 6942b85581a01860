-- What an account has stored since the sums of its storybooks were made, and what it has in the trash, without looking at
-- each of its storybooks.
CREATE INDEX versions_to_add_up ON versions (of_account, id) INCLUDE (storybook_id, zip_bytes);
CREATE INDEX pictures_to_add_up ON pictures (of_account, id) INCLUDE (storybook_id, bytes);
CREATE INDEX versions_to_restore ON versions (of_account) INCLUDE (storybook_id, zip_bytes)
  WHERE deleted_at IS NOT NULL AND purged_at IS NULL;

-- Who asked for a comparison, such as "user 12"; null if the portal planned it. One person does not use up what an account may
-- ask for.
ALTER TABLE picture_jobs ADD COLUMN requested_by text;
CREATE INDEX picture_jobs_requested ON picture_jobs (of_account, requested_by, created_at) WHERE requested_by IS NOT NULL;
