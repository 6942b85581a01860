-- How many bytes an account may store, where an administrator gave it a limit of its own.
ALTER TABLE accounts ADD COLUMN storage_limit_bytes bigint CHECK (storage_limit_bytes >= 0);

-- What a storybook stores, added up by the sweep: the bytes of its versions up to this id. Later ones are added when
-- somebody asks, so that whoever inserts versions has nothing to maintain.
ALTER TABLE storybooks ADD COLUMN summed_bytes bigint NOT NULL DEFAULT 0;
ALTER TABLE storybooks ADD COLUMN summed_up_to bigint NOT NULL DEFAULT 0;
CREATE INDEX versions_bytes_of_storybook ON versions (storybook_id, id) INCLUDE (zip_bytes);
