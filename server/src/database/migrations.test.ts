import { readdirSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { objectionsTo } from '../testing/migration-rules.ts'
import { migrationsFolder } from './migrate.ts'

const changelog = readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8')
const released = [...changelog.matchAll(/^## \[?(\d+\.\d+\.\d+)/gm)].map(([, release = '']) => release)

const migrations = readdirSync(migrationsFolder)
  .filter((name) => name.endsWith('.sql'))
  .map((name) => ({ name, text: readFileSync(new URL(name, migrationsFolder), 'utf8') }))

test.each(migrations)('$name can be applied while the version before is still running', ({ text }) => {
  expect(objectionsTo(text, released)).toEqual([])
})

test('no unique index is dropped, which an ON CONFLICT of the version before may need', () => {
  const all = migrations.map(({ text }) => text).join('\n')
  const namesIn = (pattern: RegExp) => [...all.matchAll(pattern)].map(([, name]) => name)
  const dropped = namesIn(/^DROP INDEX (\w+)/gim)
  expect(dropped).toContain('versions_of_branch')
  const unique = new Set(namesIn(/\bCREATE UNIQUE INDEX (\w+)/gi))
  expect(dropped.filter((name) => unique.has(name))).toEqual([])
})

test.each([
  'DROP TABLE versions',
  'ALTER TABLE versions DROP COLUMN message',
  'ALTER TABLE versions DROP CONSTRAINT versions_pkey',
  'ALTER TABLE versions ALTER COLUMN message DROP DEFAULT',
  'ALTER TABLE versions RENAME COLUMN message TO note',
  'ALTER TABLE versions RENAME TO builds',
  'ALTER TABLE versions ALTER COLUMN file_count TYPE bigint',
  'ALTER TABLE versions ALTER file_count SET DATA TYPE bigint',
  'ALTER TABLE versions ALTER COLUMN message SET NOT NULL',
  'ALTER TABLE versions ADD COLUMN note text NOT NULL',
  'ALTER TABLE versions ADD COLUMN a text DEFAULT 1, ADD COLUMN note text NOT NULL',
  'ALTER TABLE versions ADD CONSTRAINT short CHECK (length(message) < 10)',
  'CREATE UNIQUE INDEX one ON versions (commit_id)',
  'CREATE TRIGGER t BEFORE UPDATE ON versions FOR EACH ROW EXECUTE FUNCTION f()',
  'TRUNCATE used_viewer_tickets',
  'DELETE FROM versions',
  'LOCK TABLE versions',
  'CREATE TABLE other (id int); DROP TABLE versions',
  '-- contracts 9.9.9: nobody has it yet\nDROP TABLE versions',
  '-- contracts: no release named\nDROP TABLE versions',
])('a migration that would break the version before is refused: %s', (text) => {
  expect(objectionsTo(text, ['0.1.0'])).toHaveLength(1)
})

test.each([
  'CREATE TABLE other (id int NOT NULL UNIQUE, name text NOT NULL)',
  'CREATE TABLE other (id int); CREATE UNIQUE INDEX one ON other (id); ALTER TABLE other ADD CONSTRAINT c CHECK (id > 0)',
  'ALTER TABLE versions ADD COLUMN note text',
  'ALTER TABLE memberships DROP CONSTRAINT memberships_role_check',
  "ALTER TABLE versions ADD COLUMN note text NOT NULL DEFAULT ''",
  'CREATE INDEX faster ON versions (commit_id)',
  'DROP INDEX slower',
  'UPDATE versions SET message = NULL WHERE message = $$DROP$$',
  '-- It used to DROP something.\nCREATE TABLE other (id int)',
  '-- contracts 0.1.0: messages are kept elsewhere since then\nALTER TABLE versions DROP COLUMN message',
])('a migration that the version before does not notice is accepted: %s', (text) => {
  expect(objectionsTo(text, ['0.1.0'])).toEqual([])
})
