-- Which picture stands for a storybook and its components. See docs/decisions/047-which-picture.md.

-- The place of a story in the order of its version, whose first picture stands for it. Null until it has been filled in.
ALTER TABLE story_thumbnails ADD COLUMN place integer;
CREATE INDEX story_thumbnails_in_order ON story_thumbnails (version_id, place) WHERE single_id IS NOT NULL;
CREATE INDEX story_thumbnails_to_place ON story_thumbnails (version_id) WHERE place IS NULL;

-- Of a story: it is not compared before all of them are. Null stands for one.
ALTER TABLE story_comparisons ADD COLUMN variants smallint;

-- What the last job of a camera came to, to know whether a crash is a build's fault.
CREATE INDEX picture_jobs_ended ON picture_jobs (environment, ended_at) WHERE ended_at IS NOT NULL;

-- The stories that people chose to stand for a storybook or a component.
CREATE TABLE chosen_pictures (
  storybook_id bigint NOT NULL REFERENCES storybooks (id) ON DELETE CASCADE,
  of_account bigint,
  -- Empty for the storybook itself.
  component_id text NOT NULL,
  story_id text NOT NULL,
  PRIMARY KEY (storybook_id, component_id)
);
CREATE TRIGGER chosen_pictures_account BEFORE INSERT ON chosen_pictures
  FOR EACH ROW EXECUTE FUNCTION fill_account_of_storybook();
ALTER TABLE chosen_pictures ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_bound_account ON chosen_pictures
  USING (bound_account() IS NULL OR of_account == bound_account());
