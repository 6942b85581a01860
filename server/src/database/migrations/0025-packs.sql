-- The Brotli forms of a version's files, stored beside its archive. A row without `made_at` is being made, since
-- `started_at`; one without a key has nothing that is worth keeping.
CREATE TABLE packs (
  version_id bigint PRIMARY KEY REFERENCES versions ON DELETE CASCADE,
  attempts integer NOT NULL DEFAULT 0,
  started_at timestamptz NOT NULL DEFAULT now(),
  made_at timestamptz,
  blob_key text,
  bytes bigint,
  sha256 bytea,
  -- Where the form of each file is inside the blob.
  index bytea
);
CREATE UNIQUE INDEX packs_blob_key ON packs (blob_key) WHERE blob_key IS NOT NULL;
