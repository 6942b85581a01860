-- What a person has looked at, and what they like to have at hand.
CREATE TABLE storybooks_of_people (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  storybook_id bigint NOT NULL REFERENCES storybooks ON DELETE CASCADE,
  is_favourite boolean NOT NULL DEFAULT false,
  viewed_at timestamptz,
  -- When the newest version they have seen was published: of the main branch, or of all without one.
  seen_up_to timestamptz,
  PRIMARY KEY (user_id, storybook_id)
);
-- Without it, every storybook that goes makes the database look at all rows.
CREATE INDEX storybooks_of_people_by_storybook ON storybooks_of_people (storybook_id);
