-- What storybooks are recognised by: an icon that was uploaded, and the favicon of the newest build.
CREATE TABLE storybook_icons (
  storybook_id bigint NOT NULL REFERENCES storybooks ON DELETE CASCADE,
  source text NOT NULL CHECK (source IN ('upload', 'build')),
  sha256 bytea NOT NULL,
  media_type text NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (storybook_id, source)
);

-- Names for the storybook's card, and the version that they and the favicon were taken from.
ALTER TABLE catalogues
  ADD COLUMN main_components text[] NOT NULL DEFAULT '{}',
  ADD COLUMN face_of bigint;

-- The order of titles, as in contract/src/title-order.ts. A PostgreSQL that was built without ICU orders them by their bytes.
DO $$
BEGIN
  CREATE COLLATION title_order (provider = icu, locale = 'en-u-kn-true');
EXCEPTION WHEN feature_not_supported THEN
  CREATE COLLATION title_order FROM "C";
END
$$;
CREATE INDEX catalogue_entries_in_title_order ON catalogue_entries (account_id, kind, title COLLATE title_order, id);
