-- How often coding agents called tools, by day (UTC) and by who they are: an API key, or a person and what the client
-- they use is called. Kept for 90 days.
CREATE TABLE agent_calls (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL REFERENCES accounts ON DELETE CASCADE,
  day date NOT NULL,
  api_key_id bigint REFERENCES api_keys ON DELETE CASCADE,
  user_id bigint REFERENCES users ON DELETE CASCADE,
  client text,
  calls integer NOT NULL,
  CHECK ((api_key_id IS NULL) = (user_id IS NOT NULL AND client IS NOT NULL)),
  UNIQUE (api_key_id, day),
  UNIQUE (user_id, account_id, client, day)
);
CREATE INDEX agent_calls_of_account ON agent_calls (account_id, day);
CREATE INDEX agent_calls_by_day ON agent_calls (day);
