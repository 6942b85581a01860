-- Every change that was made. The account is kept as values, so that history outlives the account and its names.
CREATE TABLE audit_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  action text NOT NULL,
  subject text NOT NULL,
  actor_kind text NOT NULL CHECK (actor_kind IN ('user', 'apiKey', 'marketplace', 'system')),
  actor text NOT NULL,
  -- The id of the user or key; which table it belongs to follows from the kind.
  actor_id bigint,
  address text,
  account_id bigint,
  account_public_id text,
  account_name text
);
CREATE INDEX audit_entries_of_account ON audit_entries (account_id, id DESC);

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only';
END $$;

CREATE TRIGGER audit_entries_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
