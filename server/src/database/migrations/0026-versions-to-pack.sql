-- False once the pack of a version is made, or it turned out that there is nothing worth keeping; true again if it is lost.
ALTER TABLE versions ADD COLUMN needs_pack boolean NOT NULL DEFAULT true;
UPDATE versions SET needs_pack = false FROM packs WHERE packs.version_id = versions.id AND packs.made_at IS NOT NULL;
CREATE INDEX versions_to_pack ON versions (id) WHERE needs_pack;
