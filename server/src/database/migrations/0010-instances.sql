-- Work that one instance does for all of them: whoever does it holds the row.
CREATE TABLE duties (
  name text PRIMARY KEY,
  done_at timestamptz
);

-- Calls of a minute by those who call often, over all instances. Not worth a log: after a crash counting begins anew.
CREATE UNLOGGED TABLE call_counts (
  name text NOT NULL,
  minute bigint NOT NULL,
  calls integer NOT NULL,
  PRIMARY KEY (name, minute)
);
