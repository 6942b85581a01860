-- The components of the same name in other storybooks, without reading all components of the account.
CREATE INDEX catalogue_entries_of_component_name ON catalogue_entries (account_id, name) WHERE kind = 'component';
