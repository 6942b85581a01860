-- The account that the transaction is bound to: it sees and writes no rows of others. Null means all accounts. Not
-- really immutable, but so the planner makes a constant of it, and a list costs a comparison of two numbers for each row.
-- Plans must not outlive their transaction: no prepared statements, and EXECUTE in functions. See docs/decisions/038-row-level-security.md.
CREATE FUNCTION bound_account() RETURNS bigint LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN nullif(current_setting('plinth.account', true), '')::bigint;
END $$;

-- What belongs to a storybook, a version, a webhook or a composition belongs to its account. The column repeats it, since
-- asking the other table for every row would make the list of storybooks take half as long again. Not called account_id,
-- which would be ambiguous in statements of the previous release.
ALTER TABLE versions ADD COLUMN of_account bigint;
ALTER TABLE publish_answers ADD COLUMN of_account bigint;
ALTER TABLE retention_exceptions ADD COLUMN of_account bigint;
ALTER TABLE api_key_storybooks ADD COLUMN of_account bigint;
ALTER TABLE share_links ADD COLUMN of_account bigint;
ALTER TABLE storybooks_of_people ADD COLUMN of_account bigint;
ALTER TABLE composition_storybooks ADD COLUMN of_account bigint;
ALTER TABLE storybook_icons ADD COLUMN of_account bigint;
ALTER TABLE archive_indexes ADD COLUMN of_account bigint;
ALTER TABLE version_contents ADD COLUMN of_account bigint;
ALTER TABLE packs ADD COLUMN of_account bigint;
ALTER TABLE webhook_deliveries ADD COLUMN of_account bigint;
ALTER TABLE composition_devices ADD COLUMN of_account bigint;

CREATE FUNCTION fill_account_of_storybook() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE 'SELECT account_id FROM storybooks WHERE id = $1' INTO NEW.of_account USING NEW.storybook_id;
  RETURN NEW;
END $$;

CREATE FUNCTION fill_account_of_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE 'SELECT of_account FROM versions WHERE id = $1' INTO NEW.of_account USING NEW.version_id;
  RETURN NEW;
END $$;

CREATE FUNCTION fill_account_of_webhook() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE 'SELECT account_id FROM webhooks WHERE id = $1' INTO NEW.of_account USING NEW.webhook_id;
  RETURN NEW;
END $$;

CREATE FUNCTION fill_account_of_composition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE 'SELECT account_id FROM compositions WHERE id = $1' INTO NEW.of_account USING NEW.composition_id;
  RETURN NEW;
END $$;

-- The database fills the column itself: no statement can forget it, those of the previous release neither. Its triggers
-- refuse nothing. FORCE: the portal usually owns its tables, and owners would be exempt.
DO $$
DECLARE
  guarded record;
BEGIN
  FOR guarded IN
    SELECT * FROM (VALUES
      ('versions', 'storybook'), ('publish_answers', 'storybook'), ('retention_exceptions', 'storybook'),
      ('api_key_storybooks', 'storybook'), ('share_links', 'storybook'), ('storybooks_of_people', 'storybook'),
      ('composition_storybooks', 'storybook'), ('storybook_icons', 'storybook'),
      ('archive_indexes', 'version'), ('version_contents', 'version'), ('packs', 'version'),
      ('webhook_deliveries', 'webhook'), ('composition_devices', 'composition')
    ) AS guarded (name, parent)
  LOOP
    EXECUTE format(
      'UPDATE %I AS child SET of_account = parent.%I FROM %I AS parent WHERE parent.id = child.%I',
      guarded.name, CASE guarded.parent WHEN 'version' THEN 'of_account' ELSE 'account_id' END, guarded.parent || 's',
      guarded.parent || '_id');
    EXECUTE format(
      'CREATE TRIGGER %I BEFORE INSERT ON %I FOR EACH ROW EXECUTE FUNCTION %I()',
      guarded.name || '_account', guarded.name, 'fill_account_of_' || guarded.parent);
  END LOOP;
  FOR guarded IN
    SELECT table_name::text AS name, column_name::text AS account FROM information_schema.columns
    WHERE table_schema = current_schema() AND (column_name IN ('account_id', 'of_account')
      OR (table_name, column_name) = ('accounts', 'id'))
      -- Its index for searching would not be used: see the decision.
      AND table_name <> 'catalogue_entries'
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', guarded.name);
    EXECUTE format(
      'CREATE POLICY of_bound_account ON %I USING (bound_account() IS NULL OR %I = bound_account())',
      guarded.name, guarded.account);
  END LOOP;
END $$;
