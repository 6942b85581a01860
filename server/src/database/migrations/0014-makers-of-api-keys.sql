-- Who made a key, so that the keys of somebody who has left can be found and deleted.
ALTER TABLE api_keys ADD COLUMN created_by_user_id bigint REFERENCES users ON DELETE SET NULL;

-- The audit log knows it of the keys there are: a key's entry is written in the same transaction, moments after it began.
UPDATE api_keys SET created_by_user_id = (
  SELECT users.id
  FROM audit_entries JOIN users ON users.id = audit_entries.actor_id
  WHERE audit_entries.account_id = api_keys.account_id
    AND audit_entries.action = 'apiKey.created'
    AND audit_entries.subject = api_keys.name
    AND audit_entries.actor_kind = 'user'
    AND audit_entries.at BETWEEN api_keys.created_at AND api_keys.created_at + interval '10 seconds'
  ORDER BY audit_entries.id
  LIMIT 1
);
