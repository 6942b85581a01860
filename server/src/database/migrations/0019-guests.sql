-- These listed the roles of the first release. The contract validates roles.
ALTER TABLE memberships DROP CONSTRAINT memberships_role_check;
ALTER TABLE invitations DROP CONSTRAINT invitations_role_check;
