-- How many bytes an account may store, where an administrator gave it a limit of its own.
ALTER TABLE accounts ADD COLUMN storage_limit_bytes bigint CHECK (storage_limit_bytes >= 0);

-- What an account stores is summed up for each upload, so that whoever adds or removes versions has nothing to
-- maintain. The sum is read from this index alone.
CREATE INDEX versions_bytes_of_storybook ON versions (storybook_id) INCLUDE (zip_bytes);
