-- Pictures of stories. See docs/decisions/041-camera.md.

-- Named by their contents: what looks the same in many versions of a storybook is stored once.
CREATE TABLE pictures (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  storybook_id bigint NOT NULL REFERENCES storybooks (id) ON DELETE CASCADE,
  of_account bigint,
  sha256 bytea NOT NULL,
  media_type text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  bytes integer NOT NULL,
  blob_key text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (storybook_id, sha256)
);
CREATE INDEX pictures_to_sum ON pictures (storybook_id, id) INCLUDE (bytes);

-- Up to which picture the bytes are in storybooks.summed_bytes.
ALTER TABLE storybooks ADD COLUMN summed_pictures_up_to bigint NOT NULL DEFAULT 0;

-- What the camera is to do: thumbnails of a version, or pictures of what changed since another one.
CREATE TABLE picture_jobs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  version_id bigint NOT NULL REFERENCES versions (id) ON DELETE CASCADE,
  before_version_id bigint REFERENCES versions (id) ON DELETE CASCADE,
  of_account bigint,
  kind text NOT NULL CHECK (kind IN ('thumbnails', 'comparison')),
  -- Those that are wanted: [{ "id", "idBefore" }].
  stories jsonb NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'taken', 'done', 'failed')),
  -- Of the camera that took the pictures so far: others would not compare.
  environment text,
  -- By which the camera that has the job knows it. Another attempt has another one.
  attempt_id text UNIQUE,
  leased_until timestamptz,
  -- Since a picture was last delivered.
  attempts integer NOT NULL DEFAULT 0,
  -- How the last attempt ended.
  ended_as text,
  created_at timestamptz NOT NULL DEFAULT now(),
  taken_at timestamptz,
  ended_at timestamptz,
  CHECK ((kind = 'comparison') = (before_version_id IS NOT NULL))
);
CREATE UNIQUE INDEX picture_jobs_of_version ON picture_jobs (version_id, kind, coalesce(before_version_id, 0));
CREATE INDEX picture_jobs_to_take ON picture_jobs (of_account, id) WHERE state IN ('waiting', 'taken');
CREATE INDEX picture_jobs_turns ON picture_jobs (of_account, taken_at);
CREATE INDEX picture_jobs_of_before ON picture_jobs (before_version_id);

CREATE TABLE story_thumbnails (
  version_id bigint NOT NULL REFERENCES versions (id) ON DELETE CASCADE,
  of_account bigint,
  story_id text NOT NULL,
  -- Null if the story could not be shown.
  single_id bigint REFERENCES pictures (id) ON DELETE CASCADE,
  double_id bigint REFERENCES pictures (id) ON DELETE CASCADE,
  PRIMARY KEY (version_id, story_id)
);
CREATE INDEX story_thumbnails_single ON story_thumbnails (single_id);
CREATE INDEX story_thumbnails_double ON story_thumbnails (double_id);

CREATE TABLE story_comparisons (
  job_id bigint NOT NULL REFERENCES picture_jobs (id) ON DELETE CASCADE,
  version_id bigint NOT NULL REFERENCES versions (id) ON DELETE CASCADE,
  of_account bigint,
  story_id text NOT NULL,
  variant text NOT NULL,
  before_id bigint REFERENCES pictures (id) ON DELETE CASCADE,
  after_id bigint REFERENCES pictures (id) ON DELETE CASCADE,
  -- Why there is no picture: failed, skipped, missing.
  before_none text,
  after_none text,
  is_unstable boolean NOT NULL,
  pixels integer,
  visible_pixels integer,
  is_barely_visible boolean NOT NULL DEFAULT false,
  difference_id bigint REFERENCES pictures (id) ON DELETE CASCADE,
  PRIMARY KEY (job_id, story_id, variant)
);
CREATE INDEX story_comparisons_of_version ON story_comparisons (version_id);
CREATE INDEX story_comparisons_before ON story_comparisons (before_id);
CREATE INDEX story_comparisons_after ON story_comparisons (after_id);
CREATE INDEX story_comparisons_difference ON story_comparisons (difference_id);

-- Cameras that have asked for jobs, by what their pictures depend on.
CREATE TABLE cameras (
  environment text PRIMARY KEY,
  seen_at timestamptz NOT NULL DEFAULT now()
);

-- How many pictures were taken for an account, and how often one of its builds had to be ended.
CREATE TABLE picture_counts (
  account_id bigint NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  day date NOT NULL,
  pictures integer NOT NULL DEFAULT 0,
  limits_exceeded integer NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, day)
);

-- What a person decided about how a story looks on a branch. It holds while the picture stays the same.
CREATE TABLE story_reviews (
  storybook_id bigint NOT NULL REFERENCES storybooks (id) ON DELETE CASCADE,
  of_account bigint,
  -- Empty for versions without one.
  branch text NOT NULL,
  story_id text NOT NULL,
  variant text NOT NULL,
  -- Of the picture after; null if there was none.
  sha256 bytea,
  decision text NOT NULL CHECK (decision IN ('accepted', 'rejected')),
  comment text,
  decided_by text NOT NULL,
  user_id bigint REFERENCES users (id) ON DELETE SET NULL,
  decided_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (storybook_id, branch, story_id, variant)
);

CREATE INDEX story_reviews_of_user ON story_reviews (user_id);

ALTER TABLE storybooks ADD COLUMN requires_review boolean NOT NULL DEFAULT false;

CREATE TABLE story_comments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  storybook_id bigint NOT NULL REFERENCES storybooks (id) ON DELETE CASCADE,
  version_id bigint NOT NULL REFERENCES versions (id) ON DELETE CASCADE,
  of_account bigint,
  story_id text NOT NULL,
  -- The comment that it replies to.
  parent_id bigint REFERENCES story_comments (id) ON DELETE CASCADE,
  user_id bigint REFERENCES users (id) ON DELETE SET NULL,
  author text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  resolved_at timestamptz,
  resolved_by text
);
CREATE INDEX story_comments_of_version ON story_comments (version_id, story_id, id);
CREATE INDEX story_comments_of_storybook ON story_comments (storybook_id, id DESC);
CREATE INDEX story_comments_of_user ON story_comments (user_id);
CREATE INDEX story_comments_of_parent ON story_comments (parent_id);

DO $$
DECLARE
  guarded record;
BEGIN
  FOR guarded IN
    SELECT * FROM (VALUES
      ('pictures', 'storybook'), ('story_reviews', 'storybook'), ('story_comments', 'storybook'),
      ('picture_jobs', 'version'), ('story_thumbnails', 'version'), ('story_comparisons', 'version')
    ) AS guarded (name, parent)
  LOOP
    EXECUTE format(
      'CREATE TRIGGER %I BEFORE INSERT ON %I FOR EACH ROW EXECUTE FUNCTION %I()',
      guarded.name || '_account', guarded.name, 'fill_account_of_' || guarded.parent);
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', guarded.name);
    EXECUTE format(
      'CREATE POLICY of_bound_account ON %I USING (bound_account() IS NULL OR of_account == bound_account())',
      guarded.name);
  END LOOP;
  ALTER TABLE picture_counts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
  CREATE POLICY of_bound_account ON picture_counts
    USING (bound_account() IS NULL OR account_id = bound_account());
END $$;
