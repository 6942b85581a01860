import type { Client } from 'pg'

import { contentsFormat } from '../server/src/contents/contents.ts'

export interface FilledAccount {
  account: string
  /** One of its storybooks. */
  storybook: string
}

interface Size {
  name: string
  storybooks: number
  versions: number
}

/**
 * A new account of the demo's owner, with this many storybooks of so many versions each, half of them on the main branch.
 * The owner has seen each storybook before its three newest versions.
 */
export async function fillAccount(
  client: Client,
  { name, storybooks, versions }: Size,
): Promise<FilledAccount> {
  const { rows } = await client.query<FilledAccount>(fill, [name, storybooks, versions, contentsFormat])
  if (!rows[0]) throw new Error('the account was not filled')
  return rows[0]
}

/** Rows as publishing and reading write them, except for archives. Only an account of many storybooks has folders. */
const fill = `
WITH
  person AS (SELECT id FROM users WHERE email = 'owner@contoso.example'),
  home AS (INSERT INTO accounts (public_id, name) VALUES (left(md5($1), 20), $1) RETURNING id, public_id),
  belonging AS (
    INSERT INTO memberships (account_id, user_id, role) SELECT home.id, person.id, 'Owner' FROM home, person
  ),
  new_storybooks AS (
    INSERT INTO storybooks (public_id, account_id, title, description, folder, main_branch, version_count, last_updated_at)
    SELECT left(md5($1 || n), 20), home.id, 'Storybook ' || n, 'Buttons and everything else that team ' || n || ' makes.',
      CASE WHEN $2::int > 12 THEN 'Folder ' || n % 8 END, 'main', $3::int, now() - n * interval '1 hour'
    FROM home, generate_series(1, $2::int) AS n
    RETURNING id, public_id, account_id
  ),
  new_versions AS (
    INSERT INTO versions (public_id, storybook_id, created_at, message, branch, commit_id, build_url, zip_sha256,
      zip_bytes, unpacked_bytes, file_count, kind, story_count, component_count, storybook_version, framework)
    SELECT left(md5('version' || id || '/' || n), 20), id, now() - n * interval '1 hour', 'Change number ' || n,
      CASE WHEN n % 2 = 1 THEN 'main' ELSE 'feature/' || n / 10 END, md5(n::text),
      'https://github.com/acme/ui/actions/runs/' || n, sha256(public_id::bytea), 4500000, 9000000, 340, 'storybook',
      214, 58, '10.6.7', 'react-vite'
    FROM new_storybooks, generate_series(1, $3::int) AS n
    RETURNING id, storybook_id, created_at
  ),
  new_contents AS (
    INSERT INTO version_contents (version_id, format, read_at, contents, needs_comparison, changes)
    SELECT id, $4, now(), '', false, '{"added":3,"removed":1,"renamed":0,"changed":12,"unknown":0,"components":{}}'
    FROM new_versions
  ),
  new_catalogues AS (
    INSERT INTO catalogues (storybook_id, account_id, version_id, format, tags, words, revision)
    SELECT DISTINCT ON (new_storybooks.id) new_storybooks.id, account_id, new_versions.id, $4::int, '{}'::text[], '{}'::text[], 1
    FROM new_storybooks JOIN new_versions ON storybook_id = new_storybooks.id ORDER BY new_storybooks.id, created_at DESC
  ),
  seen AS (
    INSERT INTO storybooks_of_people (user_id, storybook_id, viewed_at, seen_up_to)
    SELECT person.id, new_storybooks.id, now(), now() - interval '5.5 hours' FROM person, new_storybooks
  )
SELECT home.public_id AS account, min(new_storybooks.public_id) AS storybook FROM home, new_storybooks GROUP BY 1`
