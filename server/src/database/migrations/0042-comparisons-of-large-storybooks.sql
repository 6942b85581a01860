-- Up to now only the first 3,000 stories of a version were compared, and nobody counted the others.
UPDATE picture_jobs SET left_out = NULL
FROM versions
WHERE versions.id = picture_jobs.version_id AND picture_jobs.kind = 'comparison' AND versions.story_count > 3000;
