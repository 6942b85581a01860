-- Keys that sign, so that they can be replaced: the newest whose time has come signs, all of them verify.
CREATE TABLE signing_keys (
  name text NOT NULL,
  generation integer NOT NULL,
  value jsonb NOT NULL,
  signs_from timestamptz NOT NULL DEFAULT now(),
  -- Set when there is a newer one.
  accepted_until timestamptz,
  PRIMARY KEY (name, generation)
);

-- The previous release goes on reading them where they were.
INSERT INTO signing_keys (name, generation, value, signs_from)
SELECT name, 1, value, created_at
FROM generated_secrets
WHERE name IN ('viewer-seals', 'composition-labels', 'embedded-identity', 'connected-agents');
