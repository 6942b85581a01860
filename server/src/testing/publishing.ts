import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { ApiError } from '@plinth/contract/client.ts'
import { createStorybook } from '@plinth/contract/storybooks.ts'
import { getVersion, publishVersion } from '@plinth/contract/versions.ts'
import { expect } from 'vitest'

import { aForm } from './builds.ts'
import { aMember, testPortal } from './test-app.ts'

/** A member with an empty storybook, and a function that publishes to it. */
export async function aStorybook() {
  const member = await aMember()
  const account = member.account.publicId
  const { publicId: storybook } = await member.call(createStorybook, {
    params: { account },
    body: { title: 'Design System' },
  })
  const params = { account, storybook }
  const publish = (zip: Buffer, fields?: Record<string, string>) =>
    member.call(publishVersion, { params, form: aForm(zip, fields) })
  const find = (version: string) => member.call(getVersion, { params: { ...params, version } })
  /** Resolves with the version's id once it has been read and compared. */
  const publishAndRead = async (zip: Buffer, fields?: Record<string, string>) => {
    const { versionPublicId: version } = await publish(zip, fields)
    await expect.poll(() => find(version)).toMatchObject({ contents: 'ready', isComparing: false })
    return version
  }
  return { ...member, params, publish, find, publishAndRead }
}

/** Expects the call to be refused and returns the refusal. */
export async function refusal(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error('expected a refusal')
  return error
}

/** What uploads left behind: drafts, and archives that no version references. */
export async function leftovers() {
  const { folder, db } = await testPortal()
  const drafts = await readdir(join(folder, 'blobs/drafts'))
  const archives = await readdir(join(folder, 'blobs/archives'))
  const rows = await db.selectFrom('versions').select('public_id').execute()
  const known = new Set(rows.map((row) => `${row.public_id}.zip`))
  return { drafts, unrecorded: archives.filter((name) => !known.has(name)) }
}
