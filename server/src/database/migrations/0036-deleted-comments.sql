-- A deleted comment with replies stays in its thread, without its text and author.
ALTER TABLE story_comments ADD COLUMN deleted_at timestamptz;
