-- Where the parts of a large index are, so that finding a file reads one of them. Null if the index is small, or older.
ALTER TABLE archive_indexes ADD COLUMN blocks bytea;
-- A part of a compressed value cannot be read without what comes before it.
ALTER TABLE archive_indexes ALTER COLUMN index SET STORAGE EXTERNAL;
