-- Which storybook and version a change was about, as they were then: the audit log names and links them.
ALTER TABLE audit_entries ADD COLUMN about jsonb;

-- Who sent an invitation, for the person who opens it.
ALTER TABLE invitations ADD COLUMN invited_by text;
