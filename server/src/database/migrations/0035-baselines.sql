-- What versions are compared with, and what people decide where nothing can be compared. See docs/decisions/045-baselines.md.

-- The branch that a pull request is to be merged into.
ALTER TABLE versions ADD COLUMN target_branch text;
-- Versions published earlier whose commits the build contains, nearest first: what its publisher told of its history, resolved.
ALTER TABLE versions ADD COLUMN ancestors bigint[] NOT NULL DEFAULT '{}';

-- What a person decided about a whole version, where pictures cannot tell.
CREATE TABLE version_reviews (
  version_id bigint PRIMARY KEY REFERENCES versions (id) ON DELETE CASCADE,
  of_account bigint,
  decision text NOT NULL CHECK (decision IN ('accepted', 'rejected')),
  comment text,
  decided_by text NOT NULL,
  user_id bigint REFERENCES users (id) ON DELETE SET NULL,
  decided_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX version_reviews_of_user ON version_reviews (user_id);
CREATE TRIGGER version_reviews_account BEFORE INSERT ON version_reviews
  FOR EACH ROW EXECUTE FUNCTION fill_account_of_version();
ALTER TABLE version_reviews ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_bound_account ON version_reviews
  USING (bound_account() IS NULL OR of_account == bound_account());
