-- MCP clients that people have allowed to read an account. With the membership, the permission ends.
CREATE TABLE connected_agents (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id bigint NOT NULL,
  user_id bigint NOT NULL,
  client_id text NOT NULL,
  -- What the client calls itself; nobody has checked it.
  client_name text,
  -- Of the client's own address, if it has one: whoever controls that host is the client.
  client_host text,
  -- Where the browser was sent with the code; null for a program on the person's own machine.
  redirect_host text,
  -- This row is the provider's grant: codes and tokens in identity_records refer to it.
  grant_id text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  FOREIGN KEY (account_id, user_id) REFERENCES memberships ON DELETE CASCADE
);
CREATE INDEX connected_agents_of_member ON connected_agents (account_id, user_id);
CREATE INDEX connected_agents_of_user ON connected_agents (user_id);
