-- Deleted versions too: without it, every storybook that goes makes the database look at all versions there are.
CREATE INDEX versions_of_storybook ON versions (storybook_id);
