-- How many stories may look different and are not compared; null if nobody can tell, because a version does not list all of
-- its stories. A version does not pass a required review then.
ALTER TABLE picture_jobs ADD COLUMN left_out integer DEFAULT 0;
