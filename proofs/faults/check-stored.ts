import type { BlobStore } from '../../server/src/blobs/blob-store.ts'
import { sha256Of } from './customer.ts'
import type { Customer, PublishedBuild } from './customer.ts'
import type { FaultyPortal } from './faulty-portal.ts'
import { publish, readFile, useKey } from './visits.ts'

/** What was acknowledged to a customer since the last check. */
export interface Acknowledged {
  published: PublishedBuild[]
  keys: string[]
  deletedKeys: string[]
  invitations: number[]
}

/** Publishes again what failed, with the same key; what is wrong about it. */
export async function settle(customer: Customer): Promise<string[]> {
  const wrong: string[] = []
  for (const { label, idempotencyKey } of customer.unsettled.splice(0)) {
    const { isSuccess, answer } = await publish(customer, { label, idempotencyKey, isChunked: false })
    if (!isSuccess)
      wrong.push(`publishing ${label} again: ${answer.status} ${answer.failure ?? answer.bytes.toString()}`)
  }
  return wrong
}

/** What is not as it was acknowledged, past all caches and in the portal's own answers. */
export async function checkAcknowledged(
  { inside: { db }, archives }: FaultyPortal,
  customer: Customer,
  { published, keys, deletedKeys, invitations }: Acknowledged,
): Promise<string[]> {
  const wrong: string[] = []
  for (const build of published) {
    const stored = await db
      .selectFrom('versions')
      .select(['public_id', 'deleted_at'])
      .where('message', '=', build.label)
      .execute()
    const [row, ...more] = stored
    if (row?.public_id !== build.version || row.deleted_at !== null || more.length > 0)
      wrong.push(`${build.label} was published as ${build.version}; stored is ${JSON.stringify(stored)}`)
    const difference = await describeDifference(archives, build)
    if (difference) wrong.push(difference)
    for (const file of Object.entries(customer.buildOf(build.label).files)) {
      const { isSuccess, lie, answer } = await readFile(customer, build, file)
      if (!isSuccess || lie) wrong.push(`${file[0]} of ${build.version}: ${lie ?? answer.status}`)
    }
  }
  for (const key of keys) {
    const { isSuccess, answer } = await useKey(customer, key)
    if (!isSuccess) wrong.push(`a key that was created is answered with ${answer.status}`)
  }
  for (const key of deletedKeys) {
    const { answer } = await useKey(customer, key)
    if (answer.status !== 401) wrong.push(`a key that was deleted is answered with ${answer.status}`)
  }
  for (const id of invitations) {
    const row = await db
      .selectFrom('invitations')
      .select('expires_at')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row || row.expires_at < new Date()) wrong.push(`the invitation ${id} is lost or has expired`)
  }
  return wrong
}

export async function describeDifference(
  archives: BlobStore,
  { version, sha256 }: PublishedBuild,
): Promise<string | undefined> {
  try {
    const blob = await archives.open(version)
    const bytes = await blob.source.read(0, blob.bytes)
    await blob.close()
    return sha256Of(bytes) === sha256
      ? undefined
      : `the archive of ${version} differs from what was published`
  } catch (error) {
    return `the archive of ${version}: ${(error as Error).message}`
  }
}
