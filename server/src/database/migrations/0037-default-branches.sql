-- What the last upload named as the default branch of its repository.
ALTER TABLE storybooks ADD COLUMN default_branch text;
-- Whether the main branch is taken from that; false once a person has chosen one, or none. Null until the first version of a
-- branch is published, and for storybooks that were published to before: those are asked about it.
ALTER TABLE storybooks ADD COLUMN has_automatic_main_branch boolean;
