import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createApiKey } from '@plinth/contract/api-keys.ts'
import { addressOf } from '@plinth/contract/client.ts'
import { compareVersions } from '@plinth/contract/compare.ts'
import { getContents, listComponents } from '@plinth/contract/contents.ts'
import { requestComparedPictures } from '@plinth/contract/pictures.ts'
import { search } from '@plinth/contract/search.ts'
import { getStorageByStorybook } from '@plinth/contract/storage.ts'
import { createStorybook, listStorybooks } from '@plinth/contract/storybooks.ts'
import { listBranches, listVersions, publishVersion } from '@plinth/contract/versions.ts'
import { getStorybookFile } from '@plinth/contract/viewer.ts'
import { sql } from 'kysely'

import { putStorybookInCatalogue } from '../../server/src/features/search/catalogue-store.ts'
import type { Inside, Member, ProvenAccount } from '../portal.ts'
import { formOf, formType } from '../traffic/visitor.ts'
import type { Entrance } from '../traffic/visitor.ts'
import {
  buildOfDocs,
  buildOfNames,
  buildOfOneFile,
  buildOfTags,
  buildOfWords,
  camelCase,
  misspelt,
} from './costly-builds.ts'
import type { CostlySizes } from './costly-builds.ts'
import type { RepeatedRequest, RepeatPlan } from './repeat.ts'

/** An account whose data is what costs: it asks on a few connections, and never more often than it is answered. */
export async function costlyPlan(
  inside: Inside,
  entrance: Entrance,
  folder: string,
  sizes: CostlySizes,
): Promise<RepeatPlan> {
  const account = await inside.anAccount('Costly')
  const member = await inside.aPerson(account)
  const home = { account: account.publicId }
  const publish = publisherOf(member, account)

  for (let i = 0; i < sizes.wordBuilds; i++) await publish(`Words ${i}`, [buildOfWords(i, sizes.words)])
  const [one, two] = [buildOfDocs('one', sizes.docsPages), buildOfDocs('two', sizes.docsPages)]
  const docs = await publish('Docs', [one, two])
  const large = await publish('One large file', [buildOfOneFile(sizes.fileBytes)])
  // More than are kept open together.
  const nameBuilds = Array.from({ length: 3 }, () => buildOfNames(sizes.files))
  const names = await publish('Names', nameBuilds)
  const tags = await publish('Tags', [buildOfTags(sizes.unfinishedTags)])
  await addStorybooks(inside, account, sizes.storybooks)
  await addVersions(inside, docs.storybook, sizes.versions)

  const body = { name: 'Reader', scope: 'read' as const }
  const { key } = await member.call(createApiKey, { params: home, body })
  const authorization = { authorization: `Bearer ${member.token}` }
  const ask = (path: string, more: Partial<RepeatedRequest> = {}): RepeatedRequest => ({
    connections: 1,
    everyMs: 50,
    path,
    headers: { 'x-api-key': key },
    ...more,
  })
  const params = { ...home, storybook: docs.storybook }
  const [from = '', to = ''] = docs.versions
  const file = { storybook: large.storybook, version: large.versions[0] ?? '', '*': 'assets/large.txt' }
  const publishing = async (storybook: string, zip: Buffer): Promise<RepeatedRequest> => {
    const bodyFile = join(folder, `${storybook}.form`)
    await writeFile(bodyFile, formOf(zip, 'costly'))
    return ask(addressOf(publishVersion, { ...home, storybook }), {
      method: 'POST',
      everyMs: 5000,
      headers: { ...authorization, 'content-type': formType },
      bodyFile,
    })
  }
  return {
    ...entrance,
    requests: [
      ask(addressOf(search, home, { q: misspelt })),
      ask(addressOf(search, home, { q: camelCase })),
      ask(addressOf(compareVersions, params, { from, to })),
      ask(addressOf(getContents, { ...params, version: to })),
      ask(addressOf(requestComparedPictures, params, { from, to }), {
        method: 'POST',
        headers: authorization,
      }),
      ask(addressOf(listComponents, home)),
      ask(addressOf(listStorybooks, home), { everyMs: 200 }),
      ask(addressOf(getStorageByStorybook, home), { headers: authorization, everyMs: 200 }),
      ask(addressOf(listBranches, params, { limit: 200 }), { everyMs: 200 }),
      ask(addressOf(listVersions, params, { text: 'branch', limit: 1000 }), { everyMs: 200 }),
      ask(addressOf(getStorybookFile, file), { connections: 32, readingRate: 50_000_000 }),
      ...names.versions.map((version) =>
        ask(addressOf(getStorybookFile, { storybook: names.storybook, version, '*': 'index.html' })),
      ),
      await publishing(tags.storybook, buildOfTags(sizes.unfinishedTags)),
      await publishing(docs.storybook, one),
    ],
  }
}

const publisherOf =
  (member: Member, { publicId }: ProvenAccount) =>
  async (title: string, zips: readonly Buffer[]) => {
    const params = { account: publicId }
    const { publicId: storybook } = await member.call(createStorybook, { params, body: { title } })
    const versions: string[] = []
    for (const zip of zips) {
      const form = new FormData()
      form.append('File', new Blob([new Uint8Array(zip)]))
      const published = await member.call(publishVersion, { params: { ...params, storybook }, form })
      versions.push(published.versionPublicId)
    }
    return { storybook, versions }
  }

/** As creating records them, with the longest titles there are. */
async function addStorybooks({ db }: Inside, { id }: ProvenAccount, count: number): Promise<void> {
  const { rows } = await sql<{ id: number; title: string; description: null }>`
    INSERT INTO storybooks (public_id, account_id, title)
    SELECT left(md5('costly' || n), 20), ${id}, rpad('Storybook ' || n || ' ', 200, 'long title ')
    FROM generate_series(1, ${count}::int) AS n RETURNING id, title, description`.execute(db)
  for (const storybook of rows)
    await putStorybookInCatalogue(db, { accountId: id, storybookId: storybook.id }, storybook)
}

/** As publishing records them, without archives: each on a branch of its own, with the longest name there is. */
async function addVersions({ db }: Inside, storybook: string, count: number): Promise<void> {
  await sql`
    INSERT INTO versions (public_id, storybook_id, created_at, message, branch, zip_sha256, zip_bytes, unpacked_bytes,
      file_count, kind)
    SELECT left(md5('costly version' || n), 20), id, now() - n * interval '1 minute', rpad('Change ' || n, 2000, ' of a branch'),
      rpad('branch/' || n || '/', 255, 'long-name-'), sha256(n::text::bytea), 1000, 1000, 5, 'site'
    FROM storybooks, generate_series(1, ${count}::int) AS n WHERE public_id = ${storybook}`.execute(db)
  await sql`UPDATE storybooks SET version_count = version_count + ${count} WHERE public_id = ${storybook}`.execute(
    db,
  )
  await sql`ANALYZE`.execute(db)
}
