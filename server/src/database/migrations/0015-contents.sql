-- What was read out of a version's archive. A row without `read_at` is being read, since `started_at`.
CREATE TABLE version_contents (
  version_id bigint PRIMARY KEY REFERENCES versions ON DELETE CASCADE,
  format integer NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  started_at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz,
  -- Compressed JSON; nothing if the build could not be read.
  contents bytea,
  -- What changed since the version before it on its branch; to be found out once both have been read.
  needs_comparison boolean NOT NULL DEFAULT true,
  compared_with bigint,
  changes jsonb
);
CREATE INDEX version_contents_to_compare ON version_contents (version_id) WHERE needs_comparison;
CREATE INDEX version_contents_compared_with ON version_contents (compared_with);

-- What can be found by searching: one row for a storybook …
CREATE TABLE catalogues (
  storybook_id bigint PRIMARY KEY REFERENCES storybooks ON DELETE CASCADE,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- The version whose contents are listed; nothing while there is none.
  version_id bigint REFERENCES versions ON DELETE SET NULL,
  format integer NOT NULL,
  tags text[] NOT NULL,
  -- All its words, to correct misspelt ones.
  words text[] NOT NULL,
  -- A random number for each change: while the sum over an account stays the same, so do its words.
  revision integer NOT NULL
);
CREATE INDEX catalogues_of_account ON catalogues (account_id) INCLUDE (revision);
CREATE INDEX catalogues_of_version ON catalogues (version_id);

-- … and one for each of its components, props, stories and docs pages, and for itself.
CREATE TABLE catalogue_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL,
  storybook_id bigint NOT NULL REFERENCES catalogues ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('storybook', 'component', 'story', 'docs', 'prop')),
  -- The id of the story or docs page, or of the component.
  entry_id text,
  name text NOT NULL,
  title text NOT NULL,
  description text,
  tags text[] NOT NULL,
  story_count integer,
  prop_count integer,
  -- Lexemes that begin with the account: see server/src/contents/lexemes.ts.
  words tsvector NOT NULL
);
-- With statistics of lexemes, planning a search takes longer than executing it, and the plan is the same.
ALTER TABLE catalogue_entries ALTER COLUMN words SET STATISTICS 0;
-- Without a list of pending entries, which every search would have to read after each publishing.
CREATE INDEX catalogue_entries_words ON catalogue_entries USING gin (words) WITH (fastupdate = off);
CREATE INDEX catalogue_entries_of_storybook ON catalogue_entries (storybook_id);
CREATE INDEX catalogue_entries_by_title ON catalogue_entries (account_id, kind, title);
